// Several record types have these fields and columns.
import type { Generated } from 'kysely';
import Type from 'typebox';
import { oneOf } from '../platform/http/input/schema.ts';
import type { CustomValues } from './custom/custom.values.ts';
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

/** Every record that has events needs these columns. */
export interface RecordColumns {
  version: Generated<number>;
  event_sequence: number;
  created_at: string;
  updated_at: string;
}

/** Every record with custom fields needs this column. */
export interface CustomColumns {
  custom_values: Generated<CustomValues | null>;
}

export interface NotedColumns extends RecordColumns {
  work_notes_count: Generated<number>;
  note_counts: Generated<NoteCounts | null>;
}
