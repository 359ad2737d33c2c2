// The change calendar shows the planned windows and freezes of a period.
import Type, { type Static } from 'typebox';
import { type Fault, invalid } from '../../platform/errors.ts';
import { object } from '../../platform/http/input/schema.ts';
import { anyOf, instant } from '../../platform/http/output/pagination.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { conflictsOf, freezesDuring } from './conflicts.ts';
import { changeExample, ChangeSummary, conflictsSchema } from '../changes.schema.ts';
import { Freeze } from '../changes.settings.ts';
import { findPlanned } from './windows.sql.ts';

const MAX_DAYS = 92;
const DAY_MS = 86_400_000;
/** Nobody reads as many changes; the limit keeps the response below some megabytes. */
const MAX_CHANGES = 1000;

export const CalendarQuery = object({
  from: { ...instant('Start of the period.'), example: '2026-11-16T00:00:00.000Z' },
  to: {
    ...instant(`End of the period, at most ${MAX_DAYS} days after its start.`),
    example: '2026-11-30T00:00:00.000Z',
  },
  ci_id: Type.Optional(
    anyOf(Type.String({ minLength: 1, maxLength: 255 }), 'Configuration item among `ci_ids`.'),
  ),
});
type CalendarQuery = Static<typeof CalendarQuery>;

const { id, short_description, state, risk, ci_ids, planned_start_at, planned_end_at } =
  ChangeSummary.properties;

export const Calendar = object(
  {
    data: Type.Array(
      object({
        change_id: id,
        short_description,
        state,
        risk,
        ci_ids,
        planned_start_at,
        planned_end_at,
        conflicts: conflictsSchema,
      }),
    ),
    freezes: Type.Array(Freeze, { description: 'Freezes that overlap the period.' }),
    truncated: Type.Optional(
      Type.Literal(true, {
        description: `Present and true if more than ${MAX_CHANGES} changes are planned; the later ones are omitted.`,
      }),
    ),
  },
  {
    title: 'ChangeCalendar',
    examples: [
      {
        data: [
          {
            change_id: changeExample.id,
            short_description: changeExample.short_description,
            state: changeExample.state,
            risk: changeExample.risk,
            ci_ids: changeExample.ci_ids,
            planned_start_at: changeExample.planned_start_at,
            planned_end_at: changeExample.planned_end_at,
            conflicts: [],
          },
        ],
        freezes: [
          { name: 'Year end', from: '2026-12-20T00:00:00.000Z', to: '2027-01-03T00:00:00.000Z' },
        ],
      },
    ],
  },
);

function requirePeriod({ from, to }: CalendarQuery): void {
  const length = Date.parse(to) - Date.parse(from);
  const refuse = (code: Fault['code'], message: string) =>
    invalid([{ in: 'query', pointer: '/to', code, message }]);
  if (length <= 0) throw refuse('too_small', 'to must be after from.');
  if (length > MAX_DAYS * DAY_MS)
    throw refuse('too_large', `to must be at most ${MAX_DAYS} days after from.`);
}

export async function getCalendar({
  query,
  deps,
  settings,
}: RequestContext<unknown, CalendarQuery>): Promise<Reply> {
  requirePeriod(query);
  const { from, to, ci_id: ciIds } = query as CalendarQuery & { ci_id?: string[] };
  const found = await findPlanned(deps.db, { from, to, ciIds }, MAX_CHANGES + 1);
  const shown = found.slice(0, MAX_CHANGES);
  const conflicts = await conflictsOf(deps.db, settings, shown);
  return ok({
    data: shown.map(({ id: change_id, type: _, ...change }) => ({
      change_id,
      ...change,
      conflicts: conflicts.get(change_id) ?? [],
    })),
    freezes: freezesDuring(settings.change_freezes, { from, to }),
    ...(found.length > shown.length && { truncated: true }),
  });
}
