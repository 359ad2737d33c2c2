// Search by meaning.
import type { Candidate } from './search.sql.ts';

/** The candidates by the similarity of their passages to the query; undefined while embeddings are not available. */
export const rankByVectors = async (_q: string): Promise<Candidate[] | undefined> => undefined;
