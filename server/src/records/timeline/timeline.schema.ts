import Type, { type TProperties } from 'typebox';
import { Entry } from '../../events/index.ts';
import { nullable, object, oneOf, announceMore } from '../../platform/http/input/schema.ts';
import { Attachment } from '../notes/attachments.schema.ts';
import { noteMembers, noteVia, quoted } from '../notes/notes.schema.ts';

const { id, visibility, author, body } = noteMembers;

const delivery = object(
  {
    id: Type.String({ format: 'uuid' }),
    webhook_id: Type.String(),
    webhook_name: Type.String(),
    event: Type.String(),
    status: oneOf(['pending', 'retrying', 'delivered', 'failed']),
    attempts: Type.Integer(),
    last_status: nullable(Type.Integer({ description: 'HTTP status of the last response.' })),
  },
  {
    description:
      'A delivery of one of the record’s events, with its current status. Its details are at `/webhooks/deliveries/<id>`.',
  },
);

/** Extends the schema of an audit entry with the members of a feature's parts. */
export const timelineEntrySchema = (title: string, parts: TProperties, example: object) =>
  object(
    {
      ...Entry.properties,
      kind: oneOf(
        [...(Entry.properties.kind as unknown as { enum: string[] }).enum, 'webhook.delivery'],
        { description: announceMore('kinds') },
      ),
      note: Type.Optional(
        object(
          {
            id,
            visibility,
            author,
            body,
            quoted,
            via: noteVia,
            attachments: Type.Array(Attachment),
          },
          { description: 'The work note that was added, if you may read it.' },
        ),
      ),
      delivery: Type.Optional(delivery),
      ...parts,
    },
    { title, examples: [example] },
  );
