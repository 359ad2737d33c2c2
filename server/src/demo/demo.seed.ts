// The story told to the database by the calls that anybody makes, so that events, entries, totals and clocks are true.
import { addNote, createIncident, tellDue, updateIncident } from '../incidents/index.ts';
import type { Tx } from '../platform/db.ts';
import type { Deps } from '../platform/deps.ts';
import { UsageError } from '../platform/errors.ts';
import { isEmpty } from './demo.sql.ts';
import { addressOf, type Step, tellStory } from './demo.story.ts';

type Told = {
  ids: Map<number, string>;
  deps: Deps;
  settings: Awaited<ReturnType<Deps['settings']>>;
};

const REQUEST_ID = 'demonstration';

/** The clocks tell when they did, as a worker at that time would have seen it. */
async function letClocksTell(tx: Tx, until: Date, { deps }: Told): Promise<void> {
  const by = { requestId: REQUEST_ID, baseUrl: deps.config.BASE_URL };
  const whenDue = (row: { sla_next_due_at: string | null }) =>
    new Date(row.sla_next_due_at ?? until);
  while ((await tellDue(tx, by, until, whenDue)).length > 0);
}

async function take(tx: Tx, step: Step, { ids, deps, settings }: Told): Promise<void> {
  const now = new Date(step.at);
  const email = addressOf(step.by);
  const id = ids.get(step.incident) ?? '';
  const call = {
    deps: { ...deps, now: () => now },
    settings,
    now,
    actor: { id: email, email, roles: [step.by.role] },
    reach: step.by.role === 'requester' ? ('own' as const) : ('all' as const),
    requestId: REQUEST_ID,
    params: { id },
    query: {},
    url: '/prod/api/v1/incidents',
    ifMatch: undefined,
  };
  if ('create' in step) {
    const { body } = await createIncident(tx, { ...call, body: step.create });
    ids.set(step.incident, (body as { id: string }).id);
  } else if ('update' in step) {
    await updateIncident(tx, { ...call, judge: () => step.update });
  } else {
    await addNote(tx, { ...call, body: step.note });
  }
}

/** In one transaction: a seeding that is cut short leaves nothing behind. */
async function seed(deps: Deps): Promise<number> {
  const told = { ids: new Map<number, string>(), deps, settings: await deps.settings() };
  const steps = tellStory(deps.now());
  await deps.db.transaction().execute(async (tx) => {
    for (const step of steps) {
      await letClocksTell(tx, new Date(step.at), told);
      await take(tx, step, told);
    }
    await letClocksTell(tx, deps.now(), told);
  });
  return told.ids.size;
}

/** A database that was seeded before, or used, stays as it is. */
export async function seedOnce(deps: Deps): Promise<void> {
  if (await isEmpty(deps.unprepared)) await seed(deps);
}

/** Gives the number of incidents. */
export async function seedEmpty(deps: Deps): Promise<number> {
  if (!(await isEmpty(deps.unprepared))) {
    throw new UsageError('The database has incidents already; only an empty one can be seeded.');
  }
  return seed(deps);
}
