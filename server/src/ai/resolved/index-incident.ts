// Vectors of resolved incidents are dropped in the transaction of an update, and computed by a task after it.
import { createHash } from 'node:crypto';
import type { IncidentRow } from '../../incidents/index.ts';
import { BACKGROUND_TIMEOUT_MS, embedderOf, modelId, createPacer } from '../../knowledge/index.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { addTask, addTasks } from '../../platform/background/tasks.sql.ts';
import {
  dropEmbeddings,
  embeddingOf,
  exemplarIdsAfter,
  type ExemplarText,
  exemplarTexts,
  findExemplarText,
  insertEmbeddings,
  lockExemplarText,
  saveEmbedding,
} from './neighbours.sql.ts';
import { cut } from '../../platform/text.ts';
import { dropSuggestionsQuoting } from './suggest-resolution.sql.ts';

export const INDEX_TASK = 'index-incident';

/** The model ignores longer texts; cutting them here makes a long description cost no more than a short one. */
const MAX_EMBEDDED_CHARACTERS = 2000;

/** Only the symptom is embedded: the resolution is not known when a similar incident is new. */
export const symptomOf = ({
  short_description,
  description,
}: Pick<ExemplarText, 'short_description' | 'description'>): string =>
  cut(`${short_description}\n${description ?? ''}`.trim(), MAX_EMBEDDED_CHARACTERS);

type State = Pick<IncidentRow, 'state' | 'deleted_at'>;

const isExemplar = ({ state, deleted_at }: State): boolean =>
  (state === 'resolved' || state === 'closed') && deleted_at === null;

const hasOtherText = (before: IncidentRow, after: IncidentRow): boolean =>
  symptomOf(before) !== symptomOf(after);

/**
 * Runs after every save. An incident that is no longer resolved must be neither found nor quoted; a resolved one is
 * embedded after the commit.
 */
export async function syncEmbedding(
  tx: Tx,
  before: IncidentRow | null,
  after: IncidentRow,
): Promise<void> {
  const wasExemplar = before !== null && isExemplar(before);
  if (!isExemplar(after)) {
    if (!wasExemplar) return;
    await dropEmbeddings(tx, after.id);
    await dropSuggestionsQuoting(tx, after.id);
    return;
  }
  if (wasExemplar && !hasOtherText(before, after)) return;
  await addTask(tx, INDEX_TASK, after.id);
}

export const textHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url');

/** Half of the time is left to questions: people wait for them, and nobody waits for an index. */
const runPaced = createPacer(0.5);

/** Handles the task `index-incident`, which may run twice. Without the packages of the model, incidents have no vectors. */
export async function indexIncident(
  deps: Pick<Deps, 'db' | 'log'>,
  incident_id: string,
): Promise<void> {
  const embedder = embedderOf(deps);
  const incident = await findExemplarText(deps.db, incident_id);
  if (!incident) return;
  if (!embedder.isInstalled) {
    deps.log.debug({ incident: incident_id }, 'incident.not_embedded');
    return;
  }
  const text = symptomOf(incident);
  const row = { incident_id, model: embedder.modelId, text_hash: textHash(text) };
  const { isSaved, hasVector } = await embeddingOf(deps.db, row);
  if (isSaved) return;
  const embedding = hasVector
    ? undefined
    : await runPaced(() => embedder.embed(text, BACKGROUND_TIMEOUT_MS));
  await deps.db.transaction().execute(async (tx) => {
    const current = await lockExemplarText(tx, incident_id);
    // If not, an update meanwhile has added the task again, or the incident is no longer resolved.
    if (current && symptomOf(current) === text) await saveEmbedding(tx, row, embedding);
  });
}

const PER_PAGE = 100;

/** Embeds every resolved incident that has no vector of the model. Can be interrupted and repeated. */
export async function indexResolvedIncidents(deps: Pick<Deps, 'db' | 'log'>): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const ids = await exemplarIdsAfter(deps.db, after, PER_PAGE);
    for (const id of ids) await indexIncident(deps, id);
    count += ids.length;
    const last = ids.at(-1);
    if (last === undefined) return count;
    after = last;
  }
}

/** Serves a bulk load of incidents: each gets the known vector of its text, and tasks embed the other texts. */
export async function loadEmbeddings(
  tx: Tx,
  known: ReadonlyMap<string, Float32Array>,
): Promise<void> {
  const vectors = new Map<string, Float32Array>();
  const incidents: { incident_id: string; text_hash: string }[] = [];
  const others: string[] = [];
  for (const exemplar of await exemplarTexts(tx)) {
    const text_hash = textHash(symptomOf(exemplar));
    const vector = known.get(text_hash);
    if (!vector) {
      others.push(exemplar.id);
      continue;
    }
    vectors.set(text_hash, vector);
    incidents.push({ incident_id: exemplar.id, text_hash });
  }
  await insertEmbeddings(tx, modelId, vectors, incidents);
  await addTasks(tx, INDEX_TASK, others);
}
