// Before the story begins, articles have been published and incidents have been resolved.
import type { PastIncident } from '../../incidents/index.ts';
import type { PastArticle } from '../../knowledge/index.ts';
import type { Context } from '../../platform/context.ts';
import { readArticles, readResolvedIncidents, type ResolvedIncident } from '../data/knowledge.ts';
import {
  addressOf,
  agent,
  type Group,
  groups,
  leadOf,
  managers,
  monitoring,
  openerFor,
  type Person,
  requester,
  requesters,
} from '../data/people.ts';
import { DAY, HOUR, MINUTE } from './history.ts';
import { type Random, seededRandom } from './random.ts';

const SEED = 20_251_115;
const DAYS_OF_INCIDENTS = 160;
const DAYS_OF_ARTICLES = 220;
/** Everything ends before the story begins: an incident is resolved within five days and closed within five more. */
const DAYS_TO_END = 20;

/** Returns a time before all records. */
export const beforePast = (begin: number): number =>
  begin - (DAYS_TO_END + DAYS_OF_ARTICLES + 1) * DAY;

type ContextOf = (by: Person, at: number) => Context;

/** An alert names a host or a log line. */
const isAlert = ({ short_description, description }: ResolvedIncident): boolean =>
  /^[a-z]+-[a-z0-9-]*\d/.test(short_description) || (description ?? '').startsWith('`');

/** An incident that took more than this share of its SLA target has waited for somebody, and its clock was paused. */
const MAX_WORK_SHARE = 0.6;

type Update = [at: number, by: Person, input: PastIncident['updates'][number]['input']];

function updatesOf(
  random: Random,
  incident: ResolvedIncident,
  targetMs: number,
  openedAt: number,
): Update[] {
  const { assignment_group: group, resolution, resolve_minutes: minutes } = incident;
  const by = agent(random.pick(groups[group]));
  const resolvedAt = openedAt + minutes * MINUTE;
  const begunAt = openedAt + Math.min(minutes * MINUTE * 0.3, targetMs * 0.1);
  const on_hold_reason = random.pick(['awaiting_caller', 'awaiting_vendor'] as const);
  const holds: Update[] =
    minutes * MINUTE <= targetMs * MAX_WORK_SHARE
      ? []
      : [
          [begunAt + targetMs * 0.1, by, { state: 'on_hold', on_hold_reason }],
          [resolvedAt - targetMs * 0.1, by, { state: 'in_progress' }],
        ];
  return [
    [begunAt, by, { state: 'in_progress', assigned_to: addressOf(by) }],
    ...holds,
    [resolvedAt, by, { state: 'resolved', resolution }],
    [resolvedAt + random.between(1, 5) * DAY, leadOf(group), { state: 'closed' }],
  ];
}

/** Returns the incidents in the order of their creation, all before `begin`. */
export function planResolvedIncidents(begin: number, contextOf: ContextOf): PastIncident[] {
  const resolved = readResolvedIncidents();
  return resolved.map((incident, n) => {
    const random = seededRandom(SEED + n);
    const { resolution: _, resolve_minutes: __, ...input } = incident;
    const days = DAYS_OF_INCIDENTS * (1 - (n + random.next()) / resolved.length);
    const openedAt = Math.round(begin - (DAYS_TO_END + days) * DAY);
    const caller = isAlert(incident) ? undefined : requester(random.pick(requesters));
    const context = contextOf(caller ? openerFor(caller, n) : monitoring, openedAt);
    const targetMs = context.settings.sla_target_seconds[incident.priority] * 1000;
    return {
      context,
      input: { ...input, requester: caller ? addressOf(caller) : null },
      updates: updatesOf(random, incident, targetMs, openedAt).map(([at, who, update]) => ({
        context: contextOf(who, Math.round(at)),
        input: update,
      })),
    };
  });
}

const authorsOf: Partial<Record<string, Group>> = {
  Access: 'Identity and Access',
  Security: 'Identity and Access',
  Network: 'Network',
  Telephony: 'Network',
  Database: 'Database',
  Storage: 'Database',
  Monitoring: 'Web Platform',
  Software: 'Web Platform',
  Hardware: 'Workplace',
};

/** A member of the competent group writes an article; it is reviewed within days, and a manager publishes it. */
export function planArticles(begin: number, contextOf: ContextOf): PastArticle[] {
  const texts = [...readArticles().values()];
  return texts.map((text, n) => {
    const random = seededRandom(SEED + 1000 + n);
    const days = DAYS_OF_ARTICLES * (1 - (n + random.next()) / texts.length);
    const writtenAt = Math.round(begin - (DAYS_TO_END + days) * DAY);
    const author = agent(random.pick(groups[authorsOf[text.category ?? ''] ?? 'Service Desk']));
    const reviewedAt = writtenAt + Math.round(random.between(1, 20) * HOUR);
    const publishedAt = reviewedAt + Math.round(random.between(2, 72) * HOUR);
    return {
      text,
      written: contextOf(author, writtenAt),
      reviewed: contextOf(author, reviewedAt),
      published: contextOf(random.pick(Object.values(managers)), publishedAt),
      views: Math.floor(random.between(3, 400)),
    };
  });
}
