// Agents see in a public note to whom it was mailed, and what became of each mail.
import Type, { type Static } from 'typebox';
import type { Viewer } from '../../platform/context.ts';
import { announceMore, object, oneOf } from '../../platform/http/input/schema.ts';
import type { Db } from '../../platform/postgres/tables.ts';
import { mailsOfNotes, noteMailStates, type NoteMailState } from './note-mails.sql.ts';

/** The state of all mails of a note is the first of these that one of them has. */
const states = Object.keys(noteMailStates) as NoteMailState[];

const described = states.map((state) => `${state}: ${noteMailStates[state]}.`).join(' ');

export const noteMailSchema = object(
  {
    state: oneOf(states, {
      description: `The first of these states that a recipient has. ${described} ${announceMore('states')}`,
    }),
    recipients: Type.Array(
      object({ email: Type.String(), state: oneOf(states, { description: described }) }),
      { description: 'The requester and the people in copy, without the author.' },
    ),
  },
  {
    description: 'To whom the note was mailed; absent if to nobody, and for requesters.',
  },
);
type ShownMail = Static<typeof noteMailSchema>;

/** Returns the member of each note that was mailed, for viewers who see who takes part. */
export async function readNoteMails(
  db: Db,
  notes: readonly { id: string; visibility: string }[],
  { reach }: Pick<Viewer, 'reach'>,
): Promise<Map<string, { mail: ShownMail }>> {
  const ids = notes.flatMap(({ id, visibility }) => (visibility === 'public' ? [id] : []));
  if (reach !== 'all' || ids.length === 0) return new Map();
  const byNote = Map.groupBy(await mailsOfNotes(db, ids), ({ note_id }) => note_id);
  return new Map(
    [...byNote].map(([id, mails]) => {
      const recipients = mails.map(({ recipient: email, state }) => ({ email, state }));
      const state = states.find((one) => recipients.some((mail) => mail.state === one)) ?? 'sent';
      return [id, { mail: { state, recipients } }];
    }),
  );
}
