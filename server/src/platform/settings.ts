// What an administrator may set for the whole instance, read from one row and held for a second.
import { sql } from 'kysely';
import type { Db } from './db.ts';

export interface Settings {
  /** Resolution targets; a record keeps the target its priority had when its period began. */
  sla_target_seconds: Record<'P1' | 'P2' | 'P3' | 'P4', number>;
  /** Impact × urgency decides the priority of records that were given none. */
  priority_matrix: boolean;
  /** How long events, deliveries and attempts are kept, at least. */
  retention_days: number;
  /** How long a bulk job is kept after it has ended. */
  job_retention_days: number;
}

const HOUR = 3600;
const defaults: Settings = {
  sla_target_seconds: { P1: 4 * HOUR, P2: 8 * HOUR, P3: 24 * HOUR, P4: 72 * HOUR },
  priority_matrix: false,
  retention_days: 90,
  job_retention_days: 7,
};

const HELD_MS = 1000;

export function settingsReader(db: Db): () => Promise<Settings> {
  let held: Promise<Settings> | undefined;
  let until = 0;
  const read = async (): Promise<Settings> => {
    const { rows } = await sql<{ document: Partial<Settings> }>`
      select document from settings`.execute(db);
    return { ...defaults, ...rows[0]?.document };
  };
  return () => {
    if (!held || performance.now() > until) {
      until = performance.now() + HELD_MS;
      held = read();
      held.catch(() => (held = undefined));
    }
    return held;
  };
}
