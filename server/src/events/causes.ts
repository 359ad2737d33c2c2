// The service changes some records by itself, as an effect of another write or of time; the entry of such a change names its cause.
import Type, { type Static } from 'typebox';
import { announceMore, object, oneOf } from '../platform/http/input/schema.ts';

export const CauseSchema = object(
  {
    kind: oneOf(
      [
        'reply',
        'on_hold_until',
        'role_rules',
        'group_renamed',
        'handed_over',
        'leader_resolved',
        'parent_resolved',
        'leader_merged',
        'sla_policies',
      ],
      {
        description: `\`reply\`: the requester's public note moved the record. \`on_hold_until\`: the time of its hold has come. \`role_rules\`: the rules of an identity provider or SCIM connector gave these roles. \`group_renamed\`: the group of the record has another name. \`handed_over\`: the open work of the assignee was handed over. \`leader_resolved\`, \`parent_resolved\`: the incident was resolved with its leader or parent, by \`resolve_linked\`. \`leader_merged\`: its leader was merged into another incident, and it follows. \`sla_policies\`: SLA policies or calendars were changed. ${announceMore('kinds')}`,
      },
    ),
    note_id: Type.Optional(Type.String({ description: 'Id of the note; with `reply`.' })),
    source: Type.Optional(
      Type.String({ description: 'Id of the identity provider or connector; with `role_rules`.' }),
    ),
    group_id: Type.Optional(Type.String({ description: 'Id of the group; with `group_renamed`.' })),
  },
  {
    description:
      'Why the service changed the record by itself; absent if the actor asked for all of `changes`.',
    examples: [{ kind: 'reply', note_id: 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e' }],
  },
);
export type Cause = Static<typeof CauseSchema>;
