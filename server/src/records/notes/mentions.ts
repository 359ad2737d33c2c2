// A feature that knows the people reads whom a note mentions, and what follows for its record.
import type { FieldDiff } from '../../events/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { Registry } from '../../platform/runtime/registry.ts';
import type { Warning } from '../warnings/warnings.schema.ts';
import type { NotedRow, NotedType } from './noted-type.ts';
import type { NoteRow } from './notes.sql.ts';

export interface Mention {
  note_id: string;
  user_id: string;
}

/** `pointer` leads warnings to the member of the request that has the text. */
export interface MentioningNote extends NoteRow {
  pointer?: string | undefined;
  isResponse?: boolean | undefined;
}

interface Mentions {
  mentions: readonly Mention[];
  /** The update records these changes, too. */
  changes: FieldDiff;
  warnings: readonly Warning[];
}

/** Runs in the transaction that adds the notes to the locked record; `row` is as the update leaves it. */
export type MentionReader = (
  tx: Tx,
  context: Context,
  type: NotedType<NotedRow, Context>,
  row: NotedRow,
  notes: readonly MentioningNote[],
) => Promise<Mentions>;

const readers = new Registry<'mentions', MentionReader>('readers of mentions');

export const offerMentionReader = (reader: MentionReader | undefined): void =>
  readers.set(reader ? [['mentions', reader]] : []);

const NONE: Mentions = { mentions: [], changes: {}, warnings: [] };

const mayMention = ({ body }: Pick<NoteRow, 'body'>): boolean => body.includes('@');

export const readMentions: MentionReader = async (tx, context, type, row, notes) => {
  const some = notes.filter(mayMention);
  return some.length === 0
    ? NONE
    : ((await readers.get('mentions')?.(tx, context, type, row, some)) ?? NONE);
};
