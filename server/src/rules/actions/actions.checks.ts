// Checks actions when they are saved: fields, people, groups and macros exist, and texts are valid templates. What happens
// later, such as a group that is renamed or a person who leaves, makes an action skip.
import { findAssignmentFaults } from '../../identity/index.ts';
import type { Context } from '../../platform/context.ts';
import type { Fault } from '../../platform/errors.ts';
import { withRuleFaults } from '../../platform/http/input/body-rules.ts';
import { bodyValidator } from '../../platform/http/input/validation.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { nearest } from '../../platform/text.ts';
import { type AnyAutomation, newValueFaults } from '../../records/index.ts';
import { parseTemplate, TemplateError } from '../../templates/index.ts';
import { type ActionName, type ActionValue, mailRoles, nameOf, valueOf } from './actions.schema.ts';

interface Scope {
  tx: Tx;
  context: Context;
  automation: AnyAutomation;
  /** Ids of the macros that actions may apply; undefined within a macro. */
  macros: ReadonlySet<string> | undefined;
}

const fault = (pointer: string, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer,
  code,
  message,
});

function templateFaults(text: string | undefined, pointer: string): Fault[] {
  try {
    if (text !== undefined) parseTemplate(text);
    return [];
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return [fault(pointer, 'invalid_format', error.message)];
  }
}

/** Values are checked as the request that updates a record would check them. */
function setFaults(
  patch: ActionValue<'set'>,
  pointer: string,
  { automation, context }: Scope,
): Fault[] {
  const { Update, notSettable, type } = automation;
  const settable = Object.keys(Update.properties).filter((name) => !notSettable.includes(name));
  const unknown = Object.keys(patch).find((name) => !settable.includes(name));
  if (unknown !== undefined)
    return [
      {
        ...fault(`${pointer}/${unknown}`, 'unknown_field', `Actions cannot set ${unknown}.`),
        allowed: settable,
        nearest: nearest(unknown, settable),
      },
    ];
  const body = structuredClone(patch);
  const { faults } = withRuleFaults(Update, body, bodyValidator(Update)(body), context);
  const custom = patch['custom'];
  const ofCustom =
    faults.length === 0 && typeof custom === 'object' && custom !== null
      ? newValueFaults(type.type, { ...context, actor: context.actor }, custom as never)
      : [];
  return [...faults, ...ofCustom].map((one) => ({ ...one, pointer: `${pointer}${one.pointer}` }));
}

async function assignFaults(
  { to, group, person }: ActionValue<'assign'>,
  pointer: string,
  { tx, context, automation }: Scope,
): Promise<Fault[]> {
  if (to === 'person' && person === undefined)
    return [fault(`${pointer}/person`, 'required', 'person is required if to is person.')];
  if (to !== 'person' && person !== undefined)
    return [fault(`${pointer}/person`, 'not_allowed', 'person is allowed only if to is person.')];
  if (to !== 'person' && group === undefined)
    return [fault(`${pointer}/group`, 'required', `group is required if to is ${to}.`)];
  const names: Readonly<Record<string, string>> = {
    '/assigned_to': '/person',
    '/assignment_group': '/group',
  };
  const assignment = { assigned_to: person ?? null, assignment_group: group ?? null };
  const faults = await findAssignmentFaults(tx, context, automation.type, assignment);
  return faults.map((one) => ({ ...one, pointer: `${pointer}${names[one.pointer] ?? ''}` }));
}

async function groupFaults(
  groups: readonly string[],
  pointer: string,
  { tx, context, automation }: Scope,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [at, group] of groups.entries()) {
    const found = await findAssignmentFaults(tx, context, automation.type, {
      assignment_group: group,
    });
    faults.push(...found.map((one) => ({ ...one, pointer: `${pointer}/${at}` })));
  }
  return faults;
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);

function recipientFaults(to: readonly string[], pointer: string): Fault[] {
  return to.flatMap((one, at) =>
    (mailRoles as readonly string[]).includes(one) || isAddress(one)
      ? []
      : [
          {
            ...fault(`${pointer}/${at}`, 'not_allowed', `${one} is neither an address nor a role.`),
            allowed: mailRoles,
            nearest: nearest(one, mailRoles),
          },
        ],
  );
}

type Check<Name extends ActionName> = (
  value: ActionValue<Name>,
  pointer: string,
  scope: Scope,
) => Fault[] | Promise<Fault[]>;

const checks: { readonly [Name in ActionName]: Check<Name> } = {
  set: setFaults,
  assign: assignFaults,
  add_note: ({ text }, pointer) => templateFaults(text, `${pointer}/text`),
  notify: async ({ users = [], groups = [], text }, pointer, scope) => [
    ...(users.length + groups.length === 0
      ? [fault(pointer, 'required', 'notify needs users or groups.')]
      : []),
    ...templateFaults(text, `${pointer}/text`),
    ...(await groupFaults(groups, `${pointer}/groups`, scope)),
  ],
  mail: ({ to, template: { subject, text } }, pointer) => [
    ...recipientFaults(to, `${pointer}/to`),
    ...templateFaults(subject, `${pointer}/template/subject`),
    ...templateFaults(text, `${pointer}/template/text`),
  ],
  apply_macro: ({ macro_id }, pointer, { macros }) => {
    if (!macros) return [fault(pointer, 'not_allowed', 'A macro cannot apply a macro.')];
    return macros.has(macro_id)
      ? []
      : [
          fault(
            `${pointer}/macro_id`,
            'not_allowed',
            `There is no active macro ${macro_id} for these records; GET /macros lists them.`,
          ),
        ];
  },
  add_watcher: () => [],
};

export async function actionFaults(actions: readonly object[], scope: Scope): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const [at, action] of actions.entries()) {
    const name = nameOf(action);
    const pointer = `/actions/${at}/${name}`;
    faults.push(...(await checks[name](valueOf(action, name) as never, pointer, scope)));
  }
  return faults;
}
