// Seeds the demonstration data through the service functions, so that events, audit entries, totals and SLA clocks are consistent.
import {
  createIncident,
  updateIncident,
  fireDueThresholds,
  writeNote,
} from '../incidents/index.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import { UsageError } from '../platform/errors.ts';
import { isEmpty } from './demo.sql.ts';
import { addressOf, type Step, makeStory } from './demo.story.ts';

type Progress = {
  ids: Map<number, string>;
  deps: Deps;
  settings: Awaited<ReturnType<Deps['settings']>>;
};

/** Without mail, because the fictional addresses may exist. */
const BY = { requestId: 'demonstration', withoutMail: true } as const;

/** Fires the due thresholds at their due time, as a worker would have done. */
async function fireDue(tx: Tx, until: Date, { deps }: Progress): Promise<void> {
  const by = { ...BY, baseUrl: deps.config.BASE_URL };
  const whenDue = (row: { sla_next_due_at: string | null }) =>
    new Date(row.sla_next_due_at ?? until);
  while ((await fireDueThresholds(tx, by, until, whenDue)).length > 0);
}

async function applyStep(tx: Tx, step: Step, { ids, deps, settings }: Progress): Promise<void> {
  const now = new Date(step.at);
  const email = addressOf(step.by);
  const id = ids.get(step.incident) ?? '';
  const context = {
    ...BY,
    settings,
    now,
    clock: () => now,
    baseUrl: deps.config.BASE_URL,
    actor: { id: email, email, roles: [step.by.role] },
    reach: step.by.role === 'requester' ? ('own' as const) : ('all' as const),
  };
  if ('create' in step) {
    ids.set(step.incident, (await createIncident(tx, context, step.create)).id);
  } else if ('update' in step) {
    await updateIncident(tx, context, { id }, async () => step.update);
  } else {
    await writeNote(tx, context, id, step.note);
  }
}

/** In one transaction, so that an interrupted seed leaves nothing behind. */
async function seed(deps: Deps): Promise<number> {
  const progress = { ids: new Map<number, string>(), deps, settings: await deps.settings() };
  const steps = makeStory(deps.now());
  await deps.db.transaction().execute(async (tx) => {
    for (const step of steps) {
      await fireDue(tx, new Date(step.at), progress);
      await applyStep(tx, step, progress);
    }
    await fireDue(tx, deps.now(), progress);
  });
  return progress.ids.size;
}

/** Does nothing if the database has incidents. */
export async function seedOnce(deps: Deps): Promise<void> {
  if (await isEmpty(deps.unprepared)) await seed(deps);
}

/** Returns the number of incidents. */
export async function seedEmpty(deps: Deps): Promise<number> {
  if (!(await isEmpty(deps.unprepared))) {
    throw new UsageError(
      'The database already has incidents. Only an empty database can be seeded.',
    );
  }
  return seed(deps);
}
