// The story told to the database by the calls that anybody makes, so that events, entries, totals and clocks are true.
import { openIncident, reviseIncident, tellDue, writeNote } from '../incidents/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { UsageError } from '../platform/errors.ts';
import { isEmpty } from './demo.sql.ts';
import { addressOf, type Step, tellStory } from './demo.story.ts';

type Told = {
  ids: Map<number, string>;
  deps: Deps;
  settings: Awaited<ReturnType<Deps['settings']>>;
};

/** Made-up people have addresses that somebody might read. */
const BY = { requestId: 'demonstration', withoutMail: true } as const;

/** The clocks tell when they did, as a worker at that time would have seen it. */
async function letClocksTell(tx: Tx, until: Date, { deps }: Told): Promise<void> {
  const by = { ...BY, baseUrl: deps.config.BASE_URL };
  const whenDue = (row: { sla_next_due_at: string | null }) =>
    new Date(row.sla_next_due_at ?? until);
  while ((await tellDue(tx, by, until, whenDue)).length > 0);
}

async function take(tx: Tx, step: Step, { ids, deps, settings }: Told): Promise<void> {
  const now = new Date(step.at);
  const email = addressOf(step.by);
  const id = ids.get(step.incident) ?? '';
  const act = {
    ...BY,
    settings,
    now,
    clock: () => now,
    baseUrl: deps.config.BASE_URL,
    actor: { id: email, email, roles: [step.by.role] },
    reach: step.by.role === 'requester' ? ('own' as const) : ('all' as const),
  };
  if ('create' in step) {
    ids.set(step.incident, (await openIncident(tx, act, step.create)).id);
  } else if ('update' in step) {
    await reviseIncident(tx, act, { id }, () => step.update);
  } else {
    await writeNote(tx, act, id, step.note);
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
