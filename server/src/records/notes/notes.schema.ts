import Type, { type Static, type TProperties, type TSchema } from 'typebox';
import { idText, object, oneOf } from '../../platform/http/input/schema.ts';
import { exampleUrl } from '../../platform/http/request/request-url.ts';
import { warningsSchema } from '../warnings/warnings.schema.ts';
import { Attachment, AttachmentsCreate } from './attachments.schema.ts';
import { noteMailSchema } from '../mail/note-mails.ts';

const visibilities = ['team', 'private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

const visibility = oneOf(visibilities, {
  description:
    'team: agents and above. private: its author and managers. public: the opener and the requester too.',
});

const NOTE_ID = 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e';

export const NoteId = idText('Ids of work notes', {
  pattern: '^note_[0-9a-f]{32}$',
  example: NOTE_ID,
});

/** `noteSchema` adds the id of the record, whose name depends on the record type. */
export const noteMembers = {
  id: NoteId,
  body: Type.String(),
  visibility,
  author: Type.String({ description: 'E-mail address of the author.' }),
  created_at: Type.String({ format: 'date-time' }),
};

export const quoted = Type.Optional(
  object(
    { before: Type.String(), after: Type.String() },
    {
      description:
        'Text of earlier mails before and after the text of the note; absent unless the note came by mail and quoted any.',
    },
  ),
);

export const noteVia = Type.Optional(
  object(
    { rule: Type.String({ description: 'Id of the rule.' }), version: Type.Integer() },
    {
      description: 'The rule that wrote the note; absent for other notes. Not shown to requesters.',
    },
  ),
);

export interface NotesOf {
  /** The path is that of the record collection. */
  path: string;
  /** This member has the id of the record, such as `incident_id`. */
  idField: string;
  Id: TSchema & { example?: string };
  title: string;
  /** Further members of the request that adds a note. */
  more?: TProperties;
}

const ATTACHMENT_ID = 'att_019a86517f9e7d41b0c2d3e4f5061728';

/** A note as lists show it. */
export const noteSchema = ({ path, idField, Id, title }: NotesOf) => {
  const { id, ...members } = noteMembers;
  return object(
    {
      id,
      [idField]: Id,
      ...members,
      quoted,
      via: noteVia,
      attachments: Type.Array(Attachment),
      mail: Type.Optional(noteMailSchema),
    },
    {
      title,
      examples: [
        {
          id: NOTE_ID,
          [idField]: Id.example,
          body: 'Rolled back to the 09:05 build.',
          visibility: 'team',
          author: 'ada@example.com',
          created_at: '2026-11-15T09:42:10.000Z',
          attachments: [
            {
              id: ATTACHMENT_ID,
              filename: 'graph.png',
              content_type: 'image/png',
              size: 18_204,
              sha256: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
              url: exampleUrl(
                `${path}/${Id.example}/notes/${NOTE_ID}/attachments/${ATTACHMENT_ID}`,
              ),
            },
          ],
        },
      ],
    },
  );
};

/** The response to the request that adds a note. */
export const addedNoteSchema = (of: NotesOf) => {
  const { properties, ...options } = noteSchema(of);
  // The mails of the note are queued by then, and not sent.
  const { mail: _, ...members } = properties;
  return object(
    { ...members, warnings: Type.Optional(warningsSchema) },
    { ...options, title: `${of.title}Added` },
  );
};

const createMembers = {
  body: Type.String({
    maxLength: 65_536,
    pattern: '\\S',
    description:
      'The text, in Markdown. `@` with an e-mail address or with a full name mentions a user.',
  }),
  visibility: Type.Optional(visibility),
  attachments: Type.Optional(AttachmentsCreate),
};

export const noteCreateSchema = ({ idField, title, more = {} }: NotesOf) =>
  object(
    { ...createMembers, ...more },
    {
      title: `${title}Create`,
      'x-read-only': ['id', idField, 'author', 'created_at'],
      examples: [
        {
          body: 'Rolled back to the 09:05 build.',
          visibility: 'team',
          attachments: [{ filename: 'hello.txt', content_type: 'text/plain', data: 'aGVsbG8K' }],
        },
      ],
    },
  );
export type NoteCreate = Static<Type.TObject<typeof createMembers>>;
