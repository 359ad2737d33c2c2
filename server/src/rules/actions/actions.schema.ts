// The OpenAPI form of actions; actions.checks.ts checks their values against the record type.
import Type, { type Static } from 'typebox';
import { idText, object, oneOf } from '../../platform/http/input/schema.ts';

const MAX_ACTIONS = 10;
const MAX_PEOPLE = 20;

export const MacroId = idText('Macro ids', {
  pattern: '^mac_[0-9a-f]{32}$',
  example: 'mac_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
});

const template = (description: string, maxLength: number) =>
  Type.String({
    maxLength,
    pattern: '\\S',
    description: `${description} \`{{ field }}\` inserts a field of the record, by the grammar of inbound webhooks.`,
  });

const address = Type.String({ format: 'email', maxLength: 254 });
const people = (description: string) =>
  Type.Array(address, { maxItems: MAX_PEOPLE, uniqueItems: true, description });
const groupName = Type.String({ maxLength: 100, pattern: '\\S' });

const assignTargets = ['person', 'group', 'round_robin', 'least_open'] as const;
/** Mails can go to these besides addresses. */
export const mailRoles = ['requester', 'assignee', 'group', 'watchers'] as const;
export const noteVisibilities = ['public', 'team'] as const;

const members = {
  set: Type.Record(Type.String(), Type.Unknown(), {
    minProperties: 1,
    description: 'The fields to set, as in the request that updates a record.',
  }),
  assign: object(
    {
      to: oneOf(assignTargets, {
        description:
          '`round_robin`: the member of the group whose turn it is. `least_open`: the one with the fewest open records. Both pass over members who are away, inactive or at their capacity.',
      }),
      group: Type.Optional({ ...groupName, description: 'Required unless `to` is `person`.' }),
      person: Type.Optional({ ...address, description: 'Required if `to` is `person`.' }),
    },
    { description: 'Sets the assignment group and the assignee.' },
  ),
  add_note: object({
    visibility: oneOf(noteVisibilities),
    text: template('The text of the note.', 10_000),
  }),
  notify: object(
    {
      users: Type.Optional(people('Addresses of users.')),
      groups: Type.Optional(
        Type.Array(groupName, {
          maxItems: MAX_PEOPLE,
          uniqueItems: true,
          description: 'All members of these groups.',
        }),
      ),
      text: Type.Optional(template('By default the name of the rule or macro.', 1000)),
    },
    { description: 'Notifies people who may read the record, in the service.' },
  ),
  mail: object(
    {
      to: Type.Array(Type.String({ maxLength: 254 }), {
        minItems: 1,
        maxItems: MAX_PEOPLE,
        uniqueItems: true,
        description: `\`${mailRoles.join('`, `')}\` of the record, or addresses of users.`,
      }),
      template: object({
        subject: template('The subject.', 300),
        text: template('The text.', 10_000),
      }),
    },
    { description: 'Sends a mail to people who may read the record.' },
  ),
  apply_macro: object(
    { macro_id: MacroId },
    { description: 'Applies the actions of a macro. Not allowed in macros.' },
  ),
  add_watcher: object(
    { users: Type.Array(address, { minItems: 1, maxItems: MAX_PEOPLE, uniqueItems: true }) },
    { description: 'Makes people who may read the record watch it.' },
  ),
};

export const actionNames = Object.keys(members) as (keyof typeof members)[];
export type ActionName = keyof typeof members;

const Action = Type.Object(
  Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)]),
  ) as { [Name in ActionName]: Type.TOptional<(typeof members)[Name]> },
  {
    title: 'RuleAction',
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 1,
    description: 'Exactly one member, which names the action.',
  },
);
export type Action = Static<typeof Action>;

/** An action has one value. */
export type ActionValue<Name extends ActionName> = NonNullable<Action[Name]>;

export const Actions = Type.Array(Action, {
  minItems: 1,
  maxItems: MAX_ACTIONS,
  description:
    'Applied in this order. One that cannot apply is skipped, and the timeline of the record says why.',
});

/** An action has exactly one member. */
export const nameOf = (action: object): ActionName => Object.keys(action)[0] as ActionName;

export const valueOf = <Name extends ActionName>(action: object, name: Name): ActionValue<Name> =>
  (action as Action)[name] as ActionValue<Name>;
