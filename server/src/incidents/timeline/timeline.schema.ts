// Schema of an entry in an incident's timeline.
import Type from 'typebox';
import { Entry } from '../../events/index.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { suppressionReasons } from '../../notifications/index.ts';
import { phaseNames } from '../sla/sla.clock.ts';
import { WorkNote } from '../notes/notes.schema.ts';

const { id, visibility, author, body } = WorkNote.properties;

/** An audit entry. Further kinds may add members of their own, as `note` does. */
export const TimelineEntry = object(
  {
    ...Entry.properties,
    note: Type.Optional(
      object(
        { id, visibility, author, body },
        { description: 'The work note that was added, if you may read it.' },
      ),
    ),
    sla: Type.Optional(
      object(
        { state: oneOf(phaseNames) },
        { description: 'The state of the SLA clock that began with this update.' },
      ),
    ),
    notification: Type.Optional(
      object(
        {
          type: Type.String(),
          recipients: Type.Array(Type.String()),
          reason: Type.Optional(
            oneOf(Object.keys(suppressionReasons) as (keyof typeof suppressionReasons)[], {
              description: Object.entries(suppressionReasons)
                .map(([reason, description]) => `\`${reason}\`: ${description}`)
                .join(' '),
            }),
          ),
        },
        {
          description:
            'The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`.',
        },
      ),
    ),
  },
  {
    title: 'TimelineEntry',
    examples: [
      {
        id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
        at: '2026-11-15T09:42:10.000Z',
        actor: 'ada@example.com',
        kind: 'incident.updated',
        record: { type: 'incident', id: 'INC0000042' },
        request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
        changes: {
          state: { from: 'in_progress', to: 'resolved' },
          work_notes_count: { from: 0, to: 1 },
        },
        note: {
          id: 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
          visibility: 'team',
          author: 'ada@example.com',
          body: 'Rolled back to the 09:05 build.',
        },
        sla: { state: 'stopped' },
      },
    ],
  },
);
