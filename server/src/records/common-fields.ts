// Fields and columns that several record types have.
import type { Generated } from 'kysely';
import Type from 'typebox';
import { oneOf } from '../platform/http/input/schema.ts';
import type { NoteCounts } from './notes/notes.counts.ts';
import { priorities } from './priorities.ts';

export const shortDescription = Type.String({
  maxLength: 255,
  pattern: '\\S',
  description: 'One-line summary.',
});

export const priority = oneOf(priorities, {
  description: 'P1 is the most urgent. Defaults to P3.',
});

/** Columns of every record that has events. */
export interface RecordColumns {
  version: Generated<number>;
  event_sequence: number;
  created_at: string;
  updated_at: string;
}

/** Columns of a record with work notes. */
export interface NotedColumns extends RecordColumns {
  work_notes_count: Generated<number>;
  note_counts: Generated<NoteCounts | null>;
}
