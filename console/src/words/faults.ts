// Messages of the API are written for programs and use its names; here they become sentences for people.
import { stateLabel } from '../ui/marks/states.ts';
import { fieldLabel, holdReasons, isNamedField, uncapitalize } from './fields.ts';

interface FaultWords {
  detail: string;
  advice?: string;
}

/** Returns "a, b and c". */
export const joinWords = (parts: readonly string[], word: 'and' | 'or' = 'and'): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;

/** These states have another form after "is"; the others use their labels. */
const adjectives: Readonly<Record<string, string>> = {
  draft: 'a draft',
  implementing: 'being implemented',
};
const adjective = (state: string): string => adjectives[state] ?? uncapitalize(stateLabel(state));

const TRANSITION = /^You can move (an? )([\w ]+) from (\w+) to ([\w ]+), not to (\w+)\.$/;
const END_STATE = /^You cannot move (an? [\w ]+) in state (\w+)\.$/;

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function transitionText(message: string): string | undefined {
  const [, ended = '', state = ''] = END_STATE.exec(message) ?? [];
  if (state) return `${capital(ended)} that is ${adjective(state)} can no longer be moved.`;
  const [, article = '', noun = '', from = '', offered = '', to = ''] =
    TRANSITION.exec(message) ?? [];
  if (!to) return undefined;
  if (from === to) return `The ${noun} is already ${adjective(to)}.`;
  const such = `${capital(article)}${noun} that is ${adjective(from)}`;
  const next = offered.split(' or ');
  // No record passes through the state cancelled.
  const [only, ...others] = next.filter((one) => one !== 'cancelled');
  if (only && others.length === 0)
    return `${such} must be ${adjective(only)} before it can be ${adjective(to)}.`;
  const labels = joinWords(
    next.map((one) => `“${stateLabel(one)}”`),
    'or',
  );
  return `${such} can be moved to ${labels}, not to “${stateLabel(to)}”.`;
}

/** Roles are listed from the fewest permissions to the most. */
const people: Readonly<Record<string, string>> = {
  requester: 'requesters',
  auditor: 'auditors',
  agent: 'agents',
  itsm_manager: 'managers',
  super_admin: 'administrators',
};
const ROLES = /needs one of the roles ([a-z_, ]+)\.$/;

function roleWords(message: string): FaultWords | undefined {
  const [, names] = ROLES.exec(message) ?? [];
  if (names === undefined) return undefined;
  const required = new Set(names.split(', '));
  const who = Object.entries(people).flatMap(([role, word]) => (required.has(role) ? [word] : []));
  const isForManagers = required.has('itsm_manager');
  return {
    detail: `Only ${joinWords(who, 'and')} may do this.`,
    advice: isForManagers ? 'Ask a manager.' : 'Ask an administrator.',
  };
}

const roles: Readonly<Record<string, string>> = {
  super_admin: 'super admin',
  itsm_manager: 'manager',
};

function labelOf(name: string): string | undefined {
  const label = roles[name] ?? holdReasons[name] ?? stateLabel(name);
  if (label !== name) return label;
  return isNamedField(name) ? fieldLabel(name) : undefined;
}

/** A name in an address such as /incidents?external_id= is left alone. */
const NAME = /(?<![\w/?&=.-])`?([a-z]+(?:_[a-z]+)+)`?(?![\w=/-])/g;

/** Replaces names of fields, states and roles with their labels. */
const withLabels = (message: string): string =>
  message.replace(NAME, (found, name: string, at: number) => {
    const label = labelOf(name);
    if (label === undefined) return found;
    return at === 0 || /[.!?]\s$/.test(message.slice(0, at)) ? capital(label) : uncapitalize(label);
  });

export const faultWords = (message: string): FaultWords =>
  roleWords(message) ?? { detail: transitionText(message) ?? withLabels(message) };

/** Returns the message about a refused value; the message of the API begins with the name of the field. */
export function inputFaultText(pointer: string, message: string): string {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  const name = pointer.slice(1).replaceAll('/', '.');
  const given = [name, field].find((one) => one !== '' && message.startsWith(`${one} `));
  return given === undefined
    ? withLabels(message)
    : fieldLabel(name.startsWith('custom.') ? name : field) +
        withLabels(message.slice(given.length));
}
