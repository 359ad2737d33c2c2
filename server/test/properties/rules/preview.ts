// A preview of past requests equals what happens when the same requests are sent again while the rule is active.
import { isDeepStrictEqual } from 'node:util';
import { systemContext } from '../../../src/identity/index.ts';
import { instanceContext, type Context } from '../../../src/platform/context.ts';
import { automationOf } from '../../../src/records/index.ts';
import { validRule } from '../../../src/rules/definitions/rules.checks.ts';
import { dueRuleWork } from '../../../src/rules/due/due.sweep.ts';
import { readPastWrites } from '../../../src/rules/preview/past.ts';
import { replay } from '../../../src/rules/preview/replay.ts';
import { compileRule } from '../../../src/rules/run/compiled.ts';
import { rulesContext } from '../../../src/rules/run/contexts.ts';
import type { Json } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { drawPreviewedRule, drawRequests, type PastRequest } from './preview.draw.ts';
import type { RuleSite } from './served.site.ts';

export interface PreviewSizes {
  events: number;
  rules: number;
  /** Past events of the preview that is timed. */
  past: number;
  seed: number;
}

/** A run, as far as preview and entries both tell it. */
interface Run {
  record: number;
  /** It counts minutes since the first request. */
  at: number;
  changes: Json;
  notes: Json[];
  skipped: string[];
  watchers: number;
}

const MINUTE_MS = 60_000;
const MAX_PAST = 10_000;
/** The engine computes these when the record is saved. */
const computed = new Set(['work_note', 'work_notes_count', 'watchers']);

const minutesAfter = (from: number, at: string): number => (Date.parse(at) - from) / MINUTE_MS;

const withoutComputed = (changes: Json): Json =>
  Object.fromEntries(Object.entries(changes ?? {}).filter(([field]) => !computed.has(field)));

/** Sends each request at a minute of its own, and returns the ids of the records. */
async function send(
  site: RuleSite,
  requests: readonly PastRequest[],
  from: number,
  sweep: () => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = [];
  site.clock.now = from;
  for (const { record, isCreation, body } of requests) {
    site.clock.now += MINUTE_MS;
    await sweep();
    if (isCreation) ids[record] = (await site.ok('POST', '/incidents', body)).id;
    else await site.ok('PATCH', `/incidents/${ids[record]}`, body);
  }
  return ids;
}

async function readPreview(
  site: RuleSite,
  rule: ReturnType<typeof drawPreviewedRule>,
  ids: readonly string[],
  from: number,
): Promise<Run[]> {
  const { deps } = site.instance;
  const context = rulesContext({
    ...systemContext(deps, 'tests'),
    ...(await instanceContext(deps)),
    now: new Date(site.clock.now),
    reach: 'all',
  } as unknown as Context);
  const automation = automationOf('incident');
  if (!automation) throw new Error('incidents have no rules');
  const runs = await deps.db.transaction().execute(async (tx) => {
    const valid = await validRule(tx, context, rule);
    const past = await readPastWrites(tx, automation, new Date(from).toISOString(), MAX_PAST);
    const compiled = compileRule({ ...valid, id: 'rul_preview', version: 0 }, context);
    return replay(tx, context, automation, compiled, past);
  });
  return runs.map(({ at, recordId, changes, draft }) => ({
    record: ids.indexOf(recordId),
    at: minutesAfter(from, at),
    changes: withoutComputed(changes),
    notes: draft.notes.map(({ visibility }) => ({ visibility })),
    skipped: draft.skipped.map(({ action, code }) => `${action} ${code}`),
    watchers: draft.watchers.length,
  }));
}

async function readRuns(
  site: RuleSite,
  ruleId: string,
  ids: readonly string[],
  from: number,
): Promise<Run[]> {
  const rows = await site.instance.sql(
    `select record_id, record_version, at, changes, cause from entries
     where cause ->> 'kind' = 'rule' and cause #>> '{rule,id}' = $1 order by at, record_id, id`,
    [ruleId],
  );
  const notes = await site.instance.sql(
    `select id, visibility from work_notes where via ->> 'rule' = $1`,
    [ruleId],
  );
  const visibility = new Map(notes.map((one) => [one.id as string, one.visibility as string]));
  const byVersion = Map.groupBy(rows, (one) => `${one.record_id} ${one.record_version}`);
  return [...byVersion.values()].map((entries) => {
    const changes: Json = {};
    for (const entry of entries) Object.assign(changes, entry.changes);
    const { watchers } = changes;
    return {
      record: ids.indexOf(entries[0].record_id),
      at: minutesAfter(from, entries[0].at),
      changes: withoutComputed(changes),
      notes: entries.flatMap(({ changes: own }) => {
        const shown = visibility.get(own?.work_note?.to);
        return shown ? [{ visibility: shown }] : [];
      }),
      skipped: (entries.at(-1)?.cause.skipped ?? []).map(
        (one: Json) => `${one.action} ${one.code}`,
      ),
      watchers: watchers ? watchers.to.length - watchers.from.length : 0,
    };
  });
}

const inOrder = (runs: readonly Run[]): Run[] =>
  runs.toSorted((one, other) =>
    one.at === other.at ? one.record - other.record : one.at - other.at,
  );

async function timePreview(
  site: RuleSite,
  from: number,
): Promise<{ seconds: number; runs: number }> {
  const began = performance.now();
  const { events, runs } = await site.ok('POST', '/rules/preview', {
    since: new Date(from).toISOString(),
    rule: {
      record_type: 'incident',
      on: 'updated',
      when: { all: [{ field: 'category', operator: 'exists' }] },
      actions: [
        { assign: { to: 'round_robin', group: 'Desk' } },
        { add_note: { visibility: 'team', text: 'It is {{ category }}' } },
        { set: { resolution: 'Known' } },
      ],
    },
  });
  if (events < 1) throw new Error('the preview found no events');
  return { seconds: (performance.now() - began) / 1000, runs };
}

export async function provePreview(
  site: RuleSite,
  { events, rules, past, seed }: PreviewSizes,
): Promise<Report> {
  const { sql, deps } = site.instance;
  const random = randomFrom(seed);
  const requests = drawRequests(random, events);
  await sql('delete from rules');
  await sql('update users set away_until = null, capacity = null');
  await sql(`update groups set members = $1 where name in ('Desk', 'Network')`, [
    ['ann@example.com', 'bob@example.com', 'cleo@example.com'],
  ]);
  await sql('update rule_definitions set version = version + 1');
  await site.ok('PATCH', '/settings', { replies_move_state: false, priority_matrix: true });
  await site.ok('PATCH', '/settings', { priority_matrix: false });
  site.clock.now += MINUTE_MS;
  const from = site.clock.now;
  const ids = await send(site, requests, from, async () => {});
  const previewed: { rule: ReturnType<typeof drawPreviewedRule>; runs: Run[] }[] = [];
  await sql('delete from assignment_rotations');
  for (let n = 0; n < rules; n += 1) {
    const rule = drawPreviewedRule(random);
    previewed.push({ rule, runs: await readPreview(site, rule, ids, from) });
  }
  const faults: string[] = [];
  const work = dueRuleWork(deps);
  let compared = 0;
  for (const { rule, runs } of previewed) {
    site.clock.now += MINUTE_MS;
    const start = site.clock.now;
    const { id } = await site.ok('POST', '/rules', rule);
    await sql('delete from assignment_rotations');
    const again = await send(site, requests, start, async () => {
      if (rule.on === 'due') while (await work.run());
    });
    if (rule.on === 'due') while (await work.run());
    const actual = inOrder(await readRuns(site, id, again, start));
    const expected = inOrder(runs);
    await site.ok('DELETE', `/rules/${id}`);
    compared += actual.length;
    const at = actual.findIndex((one, n) => !isDeepStrictEqual(one, expected[n]));
    if (actual.length !== expected.length || at !== -1) {
      const place = at === -1 ? actual.length : at;
      const shown = [actual, expected].map((some) => JSON.stringify(some.slice(place, place + 2)));
      faults.push(
        `${actual.length} runs, the preview said ${expected.length}; from ${place} on ${shown[0]}\nthe preview said ${shown[1]}\nof ${JSON.stringify(rule)}`,
      );
    }
  }
  const figures = { events, rules, runs: compared, differences: faults.length };
  const goals = [atMost('rules whose preview differs from a replay', faults.length, 0)];
  if (past === 0) return { figures, faults, goals };
  const since = site.clock.now;
  while (site.clock.now < since + past * MINUTE_MS) {
    const count = Math.min(1000, past - Math.round((site.clock.now - since) / MINUTE_MS));
    await send(site, drawRequests(random, count), site.clock.now, async () => {});
  }
  const { seconds, runs } = await timePreview(site, since);
  return {
    figures: { ...figures, past, preview_seconds: Number(seconds.toFixed(2)), preview_runs: runs },
    faults,
    goals: [...goals, atMost(`preview of ${past} past events`, seconds, 10, ' s')],
  };
}
