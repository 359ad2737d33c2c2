// Work notes: read by visibility, written together with the incident they belong to.
import { may } from '../../identity/index.ts';
import type { Tx } from '../../platform/db.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { answerList } from '../../platform/http/pagination.ts';
import { reachOf } from '../../platform/http/policy.ts';
import { holdIncident } from '../incidents.hold.ts';
import { defaultVisibility, requireRightToNote, requireVisible } from '../incidents.rights.ts';
import { saveChange } from '../incidents.save.ts';
import { findIncident } from '../incidents.sql.ts';
import type { Visibility, WorkNoteCreate } from './notes.schema.ts';
import { noteList, notesSeen, presentNote } from './notes.sql.ts';

/** Requesters read what is public; the team's own words are for those who see all incidents. */
function seenBy({ actor, reach }: Call): Visibility[] {
  if (reach === 'own') return ['public'];
  const isManager = reachOf(may('work_notes.read_private'), actor) !== undefined;
  return isManager ? ['team', 'public', 'private'] : ['team', 'public'];
}

export async function listNotes(call: Call<{ id: string }>): Promise<Answer> {
  const { id } = call.params;
  requireVisible(await findIncident(call.deps.db, id), id, call);
  const visibilities = seenBy(call);
  const scope = {
    key: `${id} ${visibilities.join()} ${call.actor.email}`,
    where: notesSeen(id, visibilities, call.actor.email),
  };
  return answerList(call, noteList, scope, { sort: 'created_at', order: 'asc' });
}

export async function addNote(
  tx: Tx,
  asked: Call<{ id: string }, unknown, WorkNoteCreate>,
): Promise<Answer> {
  const { body, visibility = defaultVisibility(asked.actor) } = asked.body;
  requireRightToNote(asked.actor, visibility);
  // A note overwrites nothing, so no version of the incident can be wrong for it.
  const { before, call } = await holdIncident(tx, { ...asked, ifMatch: undefined });
  const { note } = await saveChange(tx, call, before, before, { note: { body, visibility } });
  if (!note) throw new Error('a note was to be added');
  return { status: 201, body: presentNote(note) };
}
