// The demonstration is seeded through the service functions, so that events, audit entries, totals and SLA clocks are consistent.
import { loadEmbeddings } from '../ai/index.ts';
import { emitPast } from '../events/index.ts';
import { fireDueThresholds, loadIncidents } from '../incidents/index.ts';
import { loadArticles } from '../knowledge/index.ts';
import type { Context } from '../platform/context.ts';
import { connect } from '../platform/postgres/connection.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import { noCustomFields } from '../platform/runtime/custom-fields.ts';
import { createMacro, createRule } from '../rules/index.ts';
import { macros, rules } from './data/rules.ts';
import { noRules } from '../platform/runtime/rule-definitions.ts';
import { noSlaDefinitions } from '../platform/runtime/sla-definitions.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import type { Settings } from '../platform/runtime/settings.ts';
import { UsageError } from '../platform/errors.ts';
import { addressOf, managers, type Person } from './data/people.ts';
import { type KnownVectors, passagesFor, readVectors } from './data/vectors.ts';
import { perform } from './demo.operations.ts';
import { seedPeople } from './demo.people.ts';
import { buildIndexesAfter, deallocateStatements, findDue, isEmpty } from './demo.sql.ts';
import { resolve, type Step } from './story/history.ts';
import { beforePast, planArticles, planResolvedIncidents } from './story/past.ts';
import { beginOf, makeStory } from './story/story.ts';

interface Progress {
  /** Ids are found by the key of the record in the story. */
  ids: Map<string, string>;
  counts: Record<Exclude<Step['type'], 'settings'> | 'article', number>;
  deps: Deps;
  settings: Settings;
  /** Maps the id of an incident to the time of its next SLA threshold. Saves a statement per step. */
  due: Map<string, number>;
}

interface Due {
  id: string;
  sla_next_due_at?: string | null;
}

/** No mail is sent, because the fictional addresses may exist. */
const SEED_CONTEXT = { requestId: 'demonstration', withoutMail: true } as const;

function setDue({ due }: Progress, { id, sla_next_due_at: at }: Due): void {
  if (at) due.set(id, Date.parse(at));
  else due.delete(id);
}

/** Fires thresholds at the time they were due and in that order, as a worker would have done. */
async function fireDue(tx: Tx, until: Date, progress: Progress): Promise<void> {
  const by = { ...SEED_CONTEXT, baseUrl: progress.deps.config.BASE_URL };
  const whenDue = ({ sla_next_due_at: at }: Due) => new Date(at ?? until);
  let next = Math.min(...progress.due.values());
  while (next <= until.getTime()) {
    await fireDueThresholds(tx, by, new Date(next), whenDue);
    const fired = [...progress.due].flatMap(([id, at]) => (at === next ? [id] : []));
    for (const row of await findDue(tx, fired)) setDue(progress, row);
    next = Math.min(...progress.due.values());
  }
}

function contextOf({ deps, settings }: Progress, by: Person, at: number): Context {
  const now = new Date(at);
  const email = addressOf(by);
  return {
    ...SEED_CONTEXT,
    settings,
    fields: noCustomFields,
    sla: noSlaDefinitions,
    rules: noRules,
    now,
    clock: () => now,
    baseUrl: deps.config.BASE_URL,
    actor: { id: email, email, roles: [by.role] },
    reach: by.role === 'requester' ? 'own' : 'all',
  };
}

/** Loads the records from before the story in a few statements: one by one, they would double the time to seed. */
async function loadPast(tx: Tx, progress: Progress, known: KnownVectors): Promise<void> {
  const begin = beginOf(progress.deps.now());
  const by = (person: Person, at: number) => contextOf(progress, person, at);
  const incidents = planResolvedIncidents(begin, by);
  const articles = planArticles(begin, by).map((article) => ({
    ...article,
    passages: passagesFor(known, article.text),
  }));
  const emissions = [await loadIncidents(tx, incidents), await loadArticles(tx, articles)];
  await emitPast(tx, emissions.flat());
  progress.counts.incident += incidents.length;
  progress.counts.article += articles.length;
}

async function applyStep(tx: Tx, step: Step, progress: Progress): Promise<void> {
  const { ids, settings, counts } = progress;
  const { type, key, by } = step;
  const context = contextOf(progress, by, step.at);
  const input = resolve(step.input, (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`${key} refers to ${name}, which does not exist yet.`);
    return id;
  });
  const saved = await perform(tx, context, step, ids.get(key), input);
  if (type === 'settings') progress.settings = { ...settings, ...input };
  else if (!ids.has(key)) counts[type] += 1;
  if (!saved) return;
  ids.set(key, saved.id);
  if (type === 'incident') setDue(progress, saved);
}

/** Runs in one transaction, so that an interrupted seed leaves nothing behind. Returns the number of records by type. */
async function seed(
  deps: Deps,
  during: typeof buildIndexesAfter = (_, load) => load(),
): Promise<Progress['counts']> {
  const progress: Progress = {
    ids: new Map(),
    counts: { ci: 0, change: 0, item: 0, request: 0, incident: 0, article: 0 },
    deps,
    settings: await deps.settings(),
    due: new Map(),
  };
  const steps = makeStory(deps.now());
  const known = readVectors();
  const load = async (tx: Tx) => {
    await seedPeople(tx, deps, new Date(beforePast(beginOf(deps.now()))));
    await loadPast(tx, progress, known);
    for (const step of steps) {
      await fireDue(tx, new Date(step.at), progress);
      await applyStep(tx, step, progress);
    }
    await fireDue(tx, deps.now(), progress);
    await loadEmbeddings(tx, known.vectors);
    const by = contextOf(progress, managers.helen, deps.now().getTime());
    for (const rule of rules) await createRule(tx, by, rule);
    for (const macro of macros) await createMacro(tx, by, macro);
  };
  await deps.db.transaction().execute((tx) => during(tx, () => load(tx)));
  return progress.counts;
}

/**
 * Does nothing if the database has records, otherwise calls `onBegin` first. A few statements are executed thousands of times: prepared, the first start
 * takes 23 s of CPU time instead of 31. No prepared statement may be left, since all connections share the names of the
 * backend. Nobody else uses the backend yet, so it has no timeout: on a slow machine a statement may take many seconds.
 */
export async function seedEmbedded(deps: Deps, onBegin: () => void): Promise<void> {
  if (!(await isEmpty(deps.db))) return;
  onBegin();
  const { db, close } = connect(deps.directLogin, { connections: 1, prepared: true }, () => {});
  try {
    await seed({ ...deps, db }, buildIndexesAfter);
    await deallocateStatements(db);
  } finally {
    await close();
  }
}

export async function seedEmpty(deps: Deps): Promise<Progress['counts']> {
  if (!(await isEmpty(deps.db))) {
    throw new UsageError('The database already has records. Only an empty database can be seeded.');
  }
  return seed(deps);
}
