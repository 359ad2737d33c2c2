// The changes of CIs. Changes are a feature of their own: until it offers this reader, there are none.
import type { Db } from '../platform/postgres/tables.ts';

export interface CiChange {
  id: string;
  short_description: string;
  type: string;
  state: string;
  risk: string;
  ci_ids: readonly string[];
  planned_start_at: string | null;
  planned_end_at: string | null;
  updated_at: string;
}

interface ChangesRequest {
  ciIds: readonly string[];
  /** Created, updated or implemented after this time. */
  since: Date;
  limit: number;
}

/** Newest first. */
export const findRecentChangesOfCis = async (
  _db: Db,
  _request: ChangesRequest,
): Promise<CiChange[]> => [];
