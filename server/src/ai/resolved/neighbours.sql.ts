// Finds resolved incidents similar to a text, and only those that the caller may read.
import { type RawBuilder, sql } from 'kysely';
import { presentGroupSql } from '../../identity/index.ts';
import { incidents } from '../../incidents/index.ts';
import { every } from '../../platform/lists/conditions.ts';
import type { Viewer } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';

/** All incidents with the same text share one vector. */
interface SymptomEmbeddingsTable {
  model: string;
  text_hash: string;
  embedding: string;
}

interface IncidentEmbeddingsTable {
  incident_id: string;
  model: string;
  text_hash: string;
}

declare module '../../platform/postgres/tables.ts' {
  interface Tables {
    incident_embeddings: IncidentEmbeddingsTable;
    symptom_embeddings: SymptomEmbeddingsTable;
  }
}

export interface Neighbour {
  id: string;
  version: number;
  short_description: string;
  description: string | null;
  category: string | null;
  subcategory: string | null;
  priority: string;
  assignment_group: string | null;
  parent_problem_id: string | null;
  /** Without a resolution, the last team or public note before it was resolved stands in; empty without either. */
  resolution: string;
  resolution_minutes: number;
  /** The similarity is the cosine of both vectors. */
  similarity: number;
}

export interface NeighbourSearch {
  embedding: Float32Array;
  model: string;
  limit: number;
  viewer: Viewer;
  category?: string | undefined;
  /** The incident that is compared must not find itself. */
  except?: string | undefined;
}

const vectorOf = (embedding: Float32Array): string => `[${embedding.join(',')}]`;

/** Only the newest incidents of one text are considered: an alert may have a hundred thousand. */
const MAX_OF_A_TEXT = 100;

/** The index returns its nearest rows before the conditions are applied; an iterative scan continues until enough match. */
const scanSettings = sql`
  select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('hnsw.ef_search', '100', true),
    set_config('hnsw.max_scan_tuples', '20000', true)`;

const isExemplar = sql<boolean>`incidents.state in ('resolved', 'closed') and incidents.deleted_at is null`;

const visibleTo = (viewer: Viewer): RawBuilder<boolean> | undefined =>
  viewer.reach === 'all' ? undefined : incidents.visibility?.where(viewer);

/**
 * Returns the nearest first, and the newest first among equal ones. The rows of incidents are joined, so that a reopened
 * or deleted one is never returned.
 */
export function findNeighbours(
  db: Db,
  { embedding, model, limit, viewer, category, except }: NeighbourSearch,
): Promise<Neighbour[]> {
  const vector = sql`${vectorOf(embedding)}::vector`;
  const where = every([
    isExemplar,
    visibleTo(viewer),
    category === undefined ? undefined : sql<boolean>`incidents.category = ${category}`,
    except === undefined ? undefined : sql<boolean>`incidents.id <> ${except}`,
  ]);
  return db.transaction().execute(async (tx) => {
    await scanSettings.execute(tx);
    const { rows } = await sql<Neighbour>`
      select id, version, short_description, description, category, subcategory, priority,
        ${presentGroupSql(sql`assignment_group`)} as assignment_group, parent_problem_id,
        coalesce(nullif(resolution, ''), (
          select body from work_notes
          where record_id = found.id and visibility in ('team', 'public') and work_notes.created_at <= resolved_at
          order by work_notes.created_at desc, work_notes.id desc limit 1), '') as resolution,
        greatest(round(extract(epoch from resolved_at - created_at) / 60), 0)::int as resolution_minutes,
        1 - (embedding <=> ${vector}) as similarity
      from symptom_embeddings cross join lateral (
        select incidents.* from (
          select incident_id from incident_embeddings
          where model = symptom_embeddings.model and text_hash = symptom_embeddings.text_hash
          order by incident_id desc limit ${MAX_OF_A_TEXT}) as newest
        join incidents on incidents.id = incident_id
        where ${where} order by incidents.id desc limit ${limit}) as found
      where model = ${model}
      order by embedding <=> ${vector}, id desc limit ${limit}`.execute(tx);
    return rows;
  });
}

export interface ExemplarText {
  id: string;
  short_description: string;
  description: string | null;
}

/** Returns undefined if the incident is deleted or not resolved. */
export async function findExemplarText(
  db: Db | Tx,
  id: string,
  lock: RawBuilder<unknown> = sql``,
): Promise<ExemplarText | undefined> {
  const { rows } = await sql<ExemplarText>`
    select id, short_description, description from incidents
    where id = ${id} and ${isExemplar} ${lock}`.execute(db);
  return rows[0];
}

export async function exemplarIdsAfter(db: Db, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from incidents where id > ${id} and ${isExemplar} order by id limit ${limit}`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

export const lockExemplarText = (tx: Tx, id: string): Promise<ExemplarText | undefined> =>
  findExemplarText(tx, id, sql`for update`);

/** `isSaved`: the incident is known to have this text. `hasVector`: some incident has given the text a vector. */
export async function embeddingOf(
  db: Db,
  { incident_id, model, text_hash }: IncidentEmbeddingsTable,
): Promise<{ isSaved: boolean; hasVector: boolean }> {
  const { rows } = await sql<{ isSaved: boolean; hasVector: boolean }>`
    select
      exists (select from incident_embeddings
        where incident_id = ${incident_id} and model = ${model} and text_hash = ${text_hash}) as "isSaved",
      exists (select from symptom_embeddings
        where model = ${model} and text_hash = ${text_hash}) as "hasVector"`.execute(db);
  return rows[0] ?? { isSaved: false, hasVector: false };
}

/** Fails if the text has no vector and none is given. */
export async function saveEmbedding(
  tx: Tx,
  { incident_id, model, text_hash }: IncidentEmbeddingsTable,
  embedding: Float32Array | undefined,
): Promise<void> {
  if (embedding)
    await sql`
      insert into symptom_embeddings (model, text_hash, embedding)
      values (${model}, ${text_hash}, ${vectorOf(embedding)}::vector) on conflict do nothing`.execute(
      tx,
    );
  await sql`
    insert into incident_embeddings (incident_id, model, text_hash)
    values (${incident_id}, ${model}, ${text_hash})
    on conflict (incident_id, model) do update set text_hash = excluded.text_hash`.execute(tx);
}

export async function exemplarTexts(tx: Db | Tx): Promise<ExemplarText[]> {
  const { rows } = await sql<ExemplarText>`
    select id, short_description, description from incidents
    where ${isExemplar} order by id`.execute(tx);
  return rows;
}

/** Serves many incidents that have no vectors yet, and deletes the tasks that would compute them. */
export async function insertEmbeddings(
  tx: Tx,
  model: string,
  vectors: ReadonlyMap<string, Float32Array>,
  exemplars: readonly Omit<IncidentEmbeddingsTable, 'model'>[],
): Promise<void> {
  const texts = [...vectors].map(([text_hash, embedding]) => ({
    text_hash,
    embedding: vectorOf(embedding),
  }));
  await sql`
    insert into symptom_embeddings (model, text_hash, embedding)
    select ${model}::text, text_hash, embedding::vector
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as row (text_hash text, embedding text)`.execute(
    tx,
  );
  await sql`
    with embedded as (
      insert into incident_embeddings (incident_id, model, text_hash)
      select incident_id, ${model}::text, text_hash
      from jsonb_to_recordset(${JSON.stringify(exemplars)}::jsonb) as row (incident_id text, text_hash text)
      returning incident_id)
    delete from tasks using embedded
    where kind = 'index-incident' and tasks.record_id = embedded.incident_id`.execute(tx);
}

export async function dropEmbeddings(tx: Tx, incidentId: string): Promise<void> {
  await tx.deleteFrom('incident_embeddings').where('incident_id', '=', incidentId).execute();
}

/** A statement checks at most this many vectors; without a bound it would exceed its timeout every day. */
const MAX_CHECKED = 5000;

interface VectorKey {
  model: string;
  text_hash: string;
}

/**
 * Deletes vectors of texts that no resolved incident has any more, in the order of their key. A vector that is just being
 * assigned to an incident is locked, and skipped.
 */
export async function purgeUnusedVectors(db: Db, most = MAX_CHECKED): Promise<void> {
  let last: VectorKey | undefined = { model: '', text_hash: '' };
  while (last) {
    const { model, text_hash: hash }: VectorKey = last;
    const { rows } = await sql<VectorKey>`
      with batch as materialized (
        select model, text_hash from symptom_embeddings
        where (model, text_hash) > (${model}, ${hash}) order by model, text_hash limit ${most}
      ), gone as (
        delete from symptom_embeddings where (model, text_hash) in (
          select stored.model, stored.text_hash from symptom_embeddings as stored join batch using (model, text_hash)
          where not exists (
            select from incident_embeddings
            where model = stored.model and text_hash = stored.text_hash)
          for update of stored skip locked))
      select model, text_hash from batch order by model desc, text_hash desc limit 1`.execute(db);
    last = rows[0];
  }
}
