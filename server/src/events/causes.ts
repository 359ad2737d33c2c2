// The service changes some records by itself, as an effect of another write or of time; the entry of such a change names its cause.
import Type, { type Static } from 'typebox';
import { announceMore, object, oneOf } from '../platform/http/input/schema.ts';

const definition = (description: string) =>
  object(
    {
      id: Type.String(),
      version: Type.Integer({ description: 'Its version at that time.' }),
      name: Type.String(),
    },
    { description },
  );

export const CauseSchema = object(
  {
    kind: oneOf(
      [
        'reply',
        'on_hold_until',
        'role_rules',
        'group_renamed',
        'handed_over',
        'request_cancelled',
        'leader_resolved',
        'parent_resolved',
        'leader_merged',
        'sla_policies',
        'rule',
        'rule_chain',
        'macro',
      ],
      {
        description: `\`reply\`: the requester's public note moved the record. \`on_hold_until\`: the time of its hold has come. \`role_rules\`: the rules of an identity provider or SCIM connector gave these roles. \`group_renamed\`: the group of the record has another name. \`handed_over\`: the open work of the assignee was handed over. \`request_cancelled\`: the service request of the task was cancelled. \`leader_resolved\`, \`parent_resolved\`: the incident was resolved with its leader or parent, by \`resolve_linked\`. \`leader_merged\`: its leader was merged into another incident, and it follows. \`sla_policies\`: SLA policies or calendars were changed. \`rule\`: a rule ran in the update. \`rule_chain\`: the rule did not run, because the update follows from rules that ran in others. \`macro\`: the actor applied a macro. ${announceMore('kinds')}`,
      },
    ),
    note_id: Type.Optional(Type.String({ description: 'Id of the note; with `reply`.' })),
    source: Type.Optional(
      Type.String({ description: 'Id of the identity provider or connector; with `role_rules`.' }),
    ),
    group_id: Type.Optional(Type.String({ description: 'Id of the group; with `group_renamed`.' })),
    rule: Type.Optional(definition('The rule that ran; with `rule` and `rule_chain`.')),
    macro: Type.Optional(definition('The macro; with `macro`.')),
    inputs: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The values that the condition of the rule read.',
      }),
    ),
    skipped: Type.Optional(
      Type.Array(
        object({
          action: Type.String({ description: 'Name of the action, such as `assign`.' }),
          code: Type.String(),
          message: Type.String(),
        }),
        { description: 'Actions that could not apply, with the reason; absent if none.' },
      ),
    ),
    sent: Type.Optional(
      Type.Array(object({ action: Type.String(), recipients: Type.Array(Type.String()) }), {
        description: 'Notifications and mails that the actions sent; absent if none.',
      }),
    ),
    chain: Type.Optional(
      Type.Array(object({ record: Type.String(), rules: Type.Array(Type.String()) }), {
        description:
          'Updates in which rules ran that led to this one, the oldest first; absent if none.',
      }),
    ),
  },
  {
    description:
      'Why the service changed the record by itself; absent if the actor asked for all of `changes`.',
    examples: [{ kind: 'reply', note_id: 'note_019a86517f9e7c3e9d5e0f1a2b3c4d5e' }],
  },
);
export type Cause = Static<typeof CauseSchema>;

/** These causes explain rules and macros, which callers of reach `own` do not see. */
export const ruleCauses: readonly string[] = ['rule', 'rule_chain', 'macro'];

export const isRuleCause = (cause: Cause | null): boolean =>
  cause !== null && ruleCauses.includes(cause.kind);
