// Schemas of work notes.
import Type, { type Static } from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { IncidentId } from '../incidents.schema.ts';
import { Attachment, AttachmentsCreate } from './attachments.schema.ts';
import { exampleUrl } from '../../platform/http/request/request-url.ts';

const visibilities = ['team', 'private', 'public'] as const;
export type Visibility = (typeof visibilities)[number];

const visibility = oneOf(visibilities, {
  description: 'team: agents and above. private: its author and managers. public: the opener too.',
});

export const NoteId = Type.String({ pattern: '^note_[0-9a-f]{32}$' });

export const WorkNote = object(
  {
    id: NoteId,
    incident_id: IncidentId,
    body: Type.String(),
    visibility,
    author: Type.String({ description: 'E-mail address of the author.' }),
    created_at: Type.String({ format: 'date-time' }),
    attachments: Type.Array(Attachment),
  },
  {
    title: 'WorkNote',
    examples: [
      {
        id: 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
        incident_id: 'INC0000042',
        body: 'Rolled back to the 09:05 build.',
        visibility: 'team',
        author: 'ada@example.com',
        created_at: '2026-11-15T09:42:10.000Z',
        attachments: [
          {
            id: 'att_019a86517f9e7d41b0c2d3e4f5061728',
            filename: 'graph.png',
            content_type: 'image/png',
            size: 18_204,
            sha256: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
            url: exampleUrl(
              '/incidents/INC0000042/notes/note_019a86517f9e7c3e9d5e0f1a2b3c4d5e/attachments/att_019a86517f9e7d41b0c2d3e4f5061728',
            ),
          },
        ],
      },
    ],
  },
);
export type WorkNote = Static<typeof WorkNote>;

export const WorkNoteCreate = object(
  {
    body: Type.String({ maxLength: 65_536, pattern: '\\S', description: 'The text, in Markdown.' }),
    visibility: Type.Optional(visibility),
    attachments: Type.Optional(AttachmentsCreate),
  },
  {
    title: 'WorkNoteCreate',
    'x-read-only': ['id', 'incident_id', 'author', 'created_at'],
    examples: [
      {
        body: 'Rolled back to the 09:05 build.',
        visibility: 'team',
        attachments: [{ filename: 'hello.txt', content_type: 'text/plain', data: 'aGVsbG8K' }],
      },
    ],
  },
);
export type WorkNoteCreate = Static<typeof WorkNoteCreate>;
