// Shows which open records would have other targets by definitions that are not saved yet: the clocks are computed as
// workers would, and nothing is written.
import Type from 'typebox';
import { calendars, type CalendarUpdate, validCalendar } from '../../calendars/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import {
  type PolicyDefinition,
  type SlaDefinitions,
  type SlaType,
  slaTypes,
} from '../../platform/runtime/sla-definitions.ts';
import { readRecord } from '../../records/index.ts';
import { isRunning } from '../clocks/clock.ts';
import { type Clocks, shownTimes } from '../clocks/ledger.ts';
import { compiledDefinitions } from '../definitions.ts';
import { validPolicy } from './policies.rules.ts';
import type { PolicyPreview } from './policies.schema.ts';
import { policies } from './policies.service.ts';
import { findOpenRecords, positionsOf } from './preview.sql.ts';
import { presentTargets, SlaTarget } from '../targets.ts';
import { type ClockRow, clockedType } from '../typed.ts';
import { rebuildRows } from '../with-clocks.ts';

/** Computing the clocks of more records would take seconds. */
const MAX_EXAMINED = 5000;
/** Other requests are served between so many records. */
const AT_ONCE = 250;
const MAX_SAMPLE = 20;

const Sample = object(
  {
    id: Type.String(),
    short_description: Type.String(),
    before: Type.Array(SlaTarget),
    after: Type.Array(SlaTarget),
  },
  { title: 'SlaPreviewRecord' },
);

const count = (description: string) => Type.Integer({ description });

export const PolicyPreviewResult = object(
  {
    examined: count(`Open records that were computed: the newest ${MAX_EXAMINED} at most.`),
    truncated: Type.Optional(
      Type.Literal(true, { description: 'Present and true if there are more open records.' }),
    ),
    changed: count('Records whose targets would change.'),
    breach_earlier: count('Records that would breach a target earlier than now.'),
    breach_at_once: count(
      'Records that would exceed a target at once that they do not exceed now.',
    ),
    sample: Type.Array(Sample, {
      description: `Up to ${MAX_SAMPLE} of the changed records, first those that would breach at once.`,
    }),
  },
  {
    title: 'SlaPolicyPreviewResult',
    examples: [{ examined: 412, changed: 0, breach_earlier: 0, breach_at_once: 0, sample: [] }],
  },
);

const isLate = ({ breach_at }: { breach_at: string }, now: string): boolean => breach_at <= now;

interface Effect {
  before: ClockRow;
  after: ClockRow;
  isEarlier: boolean;
  isAtOnce: boolean;
}

/** Only clocks that run can breach. */
const runningOf = (clocks: Clocks) =>
  Object.entries(clocks).filter(([, clock]) => isRunning(clock)) as [
    keyof Clocks,
    Required<Clocks>[keyof Clocks],
  ][];

function effectOf(
  before: ClockRow,
  after: ClockRow,
  own: (row: ClockRow) => Clocks,
  now: string,
): Effect {
  const [was, is] = [
    { ...own(before), ...before.sla_clocks },
    { ...own(after), ...after.sla_clocks },
  ];
  const running = runningOf(is);
  return {
    before,
    after,
    isEarlier: running.some(
      ([metric, clock]) => clock.breach_at < (was[metric]?.breach_at ?? '9999'),
    ),
    isAtOnce: running.some(
      ([metric, clock]) => isLate(clock, now) && !(was[metric] && isLate(was[metric], now)),
    ),
  };
}

async function previewType(request: RequestContext, name: SlaType, draft: SlaDefinitions) {
  const { deps, now, fields, sla, settings, reach } = request;
  const type = clockedType(name);
  const { sla: record } = type;
  const found = await findOpenRecords(deps.db, type, MAX_EXAMINED + 1);
  const rows = found.slice(0, MAX_EXAMINED);
  const definitions = compiledDefinitions(draft, fields);
  const after: ClockRow[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    after.push(...(await rebuildRows(deps.db, record, some, definitions, settings, () => now)));
  }
  const show = (row: ClockRow, by: SlaDefinitions) =>
    presentTargets(record, row, { now, sla: by, reach });
  const own = (row: ClockRow): Clocks => record.ownClocks?.(row) ?? {};
  const timesOf = (row: ClockRow) => shownTimes({ ...own(row), ...row.sla_clocks });
  const effects = rows.flatMap((row, at) => {
    const next = after[at];
    return next && timesOf(row) !== timesOf(next)
      ? [effectOf(row, next, own, now.toISOString())]
      : [];
  });
  const sample = effects
    .toSorted(
      (a, b) =>
        Number(b.isAtOnce) - Number(a.isAtOnce) || Number(b.isEarlier) - Number(a.isEarlier),
    )
    .slice(0, MAX_SAMPLE)
    .map(({ before, after: next }) => ({
      id: before.id,
      short_description: before.short_description,
      before: show(before, sla),
      after: show(next, draft),
    }));
  return {
    examined: rows.length,
    isTruncated: found.length > rows.length,
    changed: effects.length,
    breach_earlier: effects.filter(({ isEarlier }) => isEarlier).length,
    breach_at_once: effects.filter(({ isAtOnce }) => isAtOnce).length,
    sample,
  };
}

async function respond(
  request: RequestContext,
  types: readonly SlaType[],
  draft: SlaDefinitions,
): Promise<Reply> {
  const results: Awaited<ReturnType<typeof previewType>>[] = [];
  for (const type of types) results.push(await previewType(request, type, draft));
  const sumOf = (name: 'examined' | 'changed' | 'breach_earlier' | 'breach_at_once') =>
    results.reduce((sum, one) => sum + one[name], 0);
  return ok({
    examined: sumOf('examined'),
    ...(results.some(({ isTruncated }) => isTruncated) && { truncated: true }),
    changed: sumOf('changed'),
    breach_earlier: sumOf('breach_earlier'),
    breach_at_once: sumOf('breach_at_once'),
    sample: results.flatMap(({ sample }) => sample).slice(0, MAX_SAMPLE),
  });
}

const DRAFT_ID = 'slp_00000000000000000000000000000000';

/** The policy takes its place among the others. */
export async function previewPolicy(
  request: RequestContext<unknown, unknown, PolicyPreview>,
): Promise<Reply> {
  const { body, deps, sla, fields } = request;
  const replaced =
    body.id === undefined ? undefined : await readRecord(deps.db, policies, body.id, request);
  const given = { ...(replaced as object | undefined), ...body } as unknown as PolicyDefinition;
  const draft = validPolicy(given, { fields, definitions: sla });
  const positions = await positionsOf(deps.db);
  const position = body.position ?? replaced?.position ?? Infinity;
  const active = body.active ?? replaced?.active ?? true;
  const own: PolicyDefinition = {
    ...draft,
    id: body.id ?? DRAFT_ID,
    version: (replaced?.version ?? 0) + 1,
  };
  const others = sla.policies.filter(({ id }) => id !== own.id);
  const placed = [...others, ...(active ? [own] : [])].toSorted((a, b) => {
    const at = (one: PolicyDefinition) => (one === own ? position : (positions.get(one.id) ?? 0));
    return at(a) - at(b) || (a.id < b.id ? -1 : 1);
  });
  return respond(request, [draft.record_type], { ...sla, policies: placed });
}

export async function previewCalendarChange(
  request: RequestContext<{ id: string }, unknown, CalendarUpdate>,
): Promise<Reply> {
  const { params, body, deps, sla } = request;
  const row = await readRecord(deps.db, calendars, params.id, request);
  const draft = { ...row, ...validCalendar({ ...row, ...body }) };
  const changed = new Map(sla.calendars).set(row.id, draft);
  return respond(request, slaTypes, { ...sla, calendars: changed });
}
