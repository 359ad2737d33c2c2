// Inserts and embeds the resolved incidents of the demonstration, and reads the held-out ones to measure with.
import { readFileSync } from 'node:fs';
import { indexIncident } from '../../server/src/ai/resolved/index-incident.ts';
import type { Instance } from '../../server/test/support/harness.ts';

export interface KnownIncident {
  key: string;
  short_description: string;
  description: string;
  category: string;
  subcategory: string;
  assignment_group: string;
  priority: string;
  resolution: string;
  resolve_minutes: number;
  novel?: true;
}

const read = (path: string): KnownIncident[] =>
  readFileSync(new URL(`../../server/${path}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as KnownIncident);

/** Picks at equal distances, because neighbours in the file are alike. */
const spread = <T>(all: readonly T[], count: number): T[] =>
  Array.from({ length: count }, (_, n) => all[Math.floor((n * all.length) / count)] as T);

export const readHeldOut = (count: number): KnownIncident[] =>
  spread(read('test/evaluation/held-out-incidents.jsonl'), count);

export async function fillResolved(instance: Instance, count: number): Promise<void> {
  const known = spread(read('src/demo/knowledge/resolved-incidents.jsonl'), count);
  const rows = await instance.sql(
    `insert into incidents (short_description, description, category, subcategory, assignment_group, priority,
       priority_explicit, state, resolution, opened_by, sla_target_seconds, sla_breach_at, event_sequence, created_at,
       updated_at, resolved_at)
     select short_description, description, category, subcategory, assignment_group, priority, true, 'resolved',
       resolution, 'ada@example.com', 86400, now(), 1, now() - make_interval(mins => resolve_minutes), now(), now()
     from jsonb_to_recordset($1::jsonb) as row (short_description text, description text, category text,
       subcategory text, assignment_group text, priority text, resolution text, resolve_minutes integer)
     returning id`,
    [JSON.stringify(known)],
  );
  for (const { id } of rows) await indexIncident(instance.deps, id);
  await instance.sql('vacuum analyze incidents, incident_embeddings');
}
