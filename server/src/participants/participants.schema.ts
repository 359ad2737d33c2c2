// All record types have the same bodies and responses of participants.
import Type, { type Static } from 'typebox';
import { announceMore, object, oneOf } from '../platform/http/input/schema.ts';
import { MAX_PARTICIPANTS, participantKinds, participantSources } from '../records/index.ts';

const kinds = ['requester', ...participantKinds] as const;
const sources = ['field', ...participantSources] as const;

const email = Type.String({ format: 'email', maxLength: 254, example: 'ada@example.com' });

const kind = oneOf(kinds, {
  description: `requester: named by a field of the record. cc: in copy, visible to the requester. watcher: follows the record, visible to agents and above. ${announceMore('kinds')}`,
});

const source = oneOf(sources, {
  description: `field: the requester. added: by somebody else. watch: by themselves. mention: by a note. ${announceMore('sources')}`,
});

const Participant = object({ email, kind, source }, { title: 'Participant' });
export type Participant = Static<typeof Participant>;

const example = [
  { email: 'anna@example.com', kind: 'requester', source: 'field' },
  { email: 'tom@example.com', kind: 'cc', source: 'added' },
  { email: 'ada@example.com', kind: 'watcher', source: 'mention' },
] as const;

const version = Type.Integer({ description: 'Version of the record; the value of the ETag.' });

export const Participants = object(
  {
    participants: Type.Array(Participant, {
      description:
        'The requester first, then the others in the order in which they were added. Requesters see no watchers.',
    }),
    watching: Type.Boolean({ description: 'Whether you watch the record.' }),
    version,
  },
  {
    title: 'Participants',
    examples: [{ participants: [...example], watching: false, version: 3 }],
  },
);

const ParticipantSent = object(
  {
    email,
    kind,
    source: Type.Optional(
      oneOf(sources, { description: 'Ignored, so that a list can be sent back as it was read.' }),
    ),
  },
  { title: 'ParticipantSent' },
);

export const ParticipantsReplace = object(
  {
    participants: Type.Array(ParticipantSent, {
      maxItems: 2 * MAX_PARTICIPANTS,
      description: `The whole list, at most ${MAX_PARTICIPANTS} besides the requester. The entry of the requester may be left out, and is not changed here.`,
    }),
  },
  {
    title: 'ParticipantsReplace',
    'x-read-only': ['watching', 'version'],
    examples: [
      {
        participants: example.map(({ email: address, kind: of }) => ({ email: address, kind: of })),
      },
    ],
  },
);
export type ParticipantsReplace = Static<typeof ParticipantsReplace>;

export const Watching = object(
  { watching: Type.Boolean({ description: 'Whether you watch the record.' }), version },
  { title: 'Watching', examples: [{ watching: true, version: 4 }] },
);
export type Watching = Static<typeof Watching>;
