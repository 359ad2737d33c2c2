import Type, { type Static } from 'typebox';
import { object, oneOf, announceMore } from '../../platform/http/input/schema.ts';

const modes = ['viewing', 'editing'] as const;
const presentOn = ['incident', 'change', 'request', 'ci', 'article'] as const;

const members = {
  record: object({
    type: oneOf(presentOn, { description: `Type of the record. ${announceMore('types')}` }),
    id: Type.String({ minLength: 1, maxLength: 255, description: 'Id of the record.' }),
  }),
  mode: oneOf(modes, { description: 'Whether the person views or edits the record.' }),
};

const example = { record: { type: 'incident', id: 'INC0000042' }, mode: 'editing' };

export const PresenceUpdate = object(members, { title: 'PresenceUpdate', examples: [example] });
export type PresenceUpdate = Static<typeof PresenceUpdate>;

export const Presence = object(
  {
    ...members,
    actor: Type.String({ description: 'E-mail address of the person.' }),
    expires_at: Type.String({
      format: 'date-time',
      description:
        'The person counts as gone after this time, unless the presence is sent again before.',
    }),
  },
  {
    title: 'Presence',
    examples: [{ ...example, actor: 'ada@example.com', expires_at: '2026-11-15T09:30:45.000Z' }],
  },
);
export type Presence = Static<typeof Presence>;
