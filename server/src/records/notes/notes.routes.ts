import Type from 'typebox';
import type { Context } from '../../platform/context.ts';
import { writeEvent } from '../../events/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import type { RequestContext } from '../../platform/http/request/context.ts';
import type { Policy } from '../../platform/http/routes/policy.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { AttachmentId, ATTACHMENTS_BODY_LIMIT } from './attachments.schema.ts';
import { downloadAttachment } from './attachments.service.ts';
import {
  addedNoteSchema,
  NoteId,
  noteCreateSchema,
  noteSchema,
  type NotesOf,
} from './notes.schema.ts';
import type { NotedRow, NotedType } from './noted-type.ts';
import { listNotes, noteWriter, type NoteWriter } from './notes.service.ts';

interface NoteRoutes extends NotesOf {
  tag: string;
  /** The noun stands in sentences such as "Raises the incident's version". */
  noun: string;
  operations: { list: string; add: string; download: string };
  policies: { read: Policy; write: Policy };
  /** The default adds the note and changes nothing else. */
  write?: NoteWriter<Context>;
}

export function noteRoutes<Row extends NotedRow>(
  type: NotedType<Row, Context>,
  of: NoteRoutes,
): Route[] {
  const { path, tag, noun, operations, policies } = of;
  const params = object({ id: of.Id });
  const Note = noteSchema(of);
  const { write = noteWriter(type, of) } = of;
  const [updated, added] = [writeEvent(type.type, 'updated'), writeEvent(type.type, 'note_added')];
  const quotes = added ? `, then \`${added}\`, which quotes a public note` : '';
  const emits = updated
    ? ` A team or public note emits \`${updated}\` without its text${quotes}; a private note emits no event.`
    : '';
  return [
    reads({
      method: 'GET',
      path: `${path}/:id/notes`,
      operationId: operations.list,
      tag,
      summary: 'List work notes',
      description:
        'Oldest first. Team notes are visible to agents and above, private notes to their author and managers, public notes to the opener and the requester too.',
      policy: policies.read,
      params,
      query: listQuery({}, { sorts: ['created_at'], order: 'asc', pages: false }),
      success: {
        status: 200,
        description: 'A page of notes.',
        schema: listEnvelope(Note, `${of.title}List`, { total: true }),
      },
      errors: ['invalid_cursor'],
      read: (request) => listNotes(type, of)(request as RequestContext<{ id: string }>),
    }),
    writes({
      method: 'POST',
      path: `${path}/:id/notes`,
      operationId: operations.add,
      tag,
      summary: 'Add a work note',
      description: `Raises the ${noun}'s version.${emits} \`visibility\` defaults to team; requesters can add only public notes, which is their default. At most 10 files can be attached; the settings \`attachment_bytes_per_day\` and \`attachment_bytes_per_record\` bound their bytes.`,
      policy: policies.write,
      params,
      body: noteCreateSchema(of),
      bodyLimit: ATTACHMENTS_BODY_LIMIT,
      success: { status: 201, description: 'The note.', schema: addedNoteSchema(of) },
      errors: ['attachment_quota'],
      write: async (tx, request) => ({
        status: 201,
        body: await write(tx, request, (request.params as { id: string }).id, request.body),
      }),
    }),
    reads({
      method: 'GET',
      path: `${path}/:id/notes/:note_id/attachments/:attachment_id`,
      operationId: operations.download,
      tag,
      summary: 'Download an attachment',
      description:
        'Requires permission to read the note. Always sent with `Content-Disposition: attachment`. The declared content type is used only if browsers would not execute the file; otherwise the type is application/octet-stream.',
      policy: policies.read,
      params: object({ id: of.Id, note_id: NoteId, attachment_id: AttachmentId }),
      success: {
        status: 200,
        description: 'The file.',
        mediaType: 'application/octet-stream',
        schema: Type.Unsafe<never>({}),
      },
      read: (request) => downloadAttachment(type, request as never),
    }),
  ];
}
