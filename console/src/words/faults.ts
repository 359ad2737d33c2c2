// Messages of the API as sentences for people. They are written for programs, and use the names of the API.
import { stateLabel } from '../ui/marks/states.ts';
import { fieldLabel, holdReasons, isNamedField } from './fields.ts';

interface FaultWords {
  detail: string;
  /** The advice, where the message has one. */
  advice?: string;
}

const lower = (label: string): string =>
  /^.[A-Z]/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

const listed = (parts: readonly string[], word: 'and' | 'or'): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1) ?? ''}`;

/** States as they stand after "is"; the others are their labels. */
const adjectives: Readonly<Record<string, string>> = {
  draft: 'a draft',
  implementing: 'being implemented',
};
const adjective = (state: string): string => adjectives[state] ?? lower(stateLabel(state));

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
  // Nothing passes through cancelled.
  const [only, ...others] = next.filter((one) => one !== 'cancelled');
  if (only && others.length === 0)
    return `${such} must be ${adjective(only)} before it can be ${adjective(to)}.`;
  const labels = listed(
    next.map((one) => `“${stateLabel(one)}”`),
    'or',
  );
  return `${such} can be moved to ${labels}, not to “${stateLabel(to)}”.`;
}

/** From the least role to the one that may do all. */
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
    detail: `Only ${listed(who, 'and')} may do this.`,
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

/** Not in an address such as /incidents?external_id=. */
const NAME = /(?<![\w/?&=.-])`?([a-z]+(?:_[a-z]+)+)`?(?![\w=/-])/g;

/** Names of fields, states and roles by their labels. */
const withLabels = (message: string): string =>
  message.replace(NAME, (found, name: string, at: number) => {
    const label = labelOf(name);
    if (label === undefined) return found;
    return at === 0 || /[.!?]\s$/.test(message.slice(0, at)) ? capital(label) : lower(label);
  });

export const faultWords = (message: string): FaultWords =>
  roleWords(message) ?? { detail: transitionText(message) ?? withLabels(message) };

/** The message about a value that was refused, which begins with the name of its field. */
export function inputFaultText(pointer: string, message: string): string {
  const field = pointer.slice(pointer.lastIndexOf('/') + 1);
  return field !== '' && message.startsWith(`${field} `)
    ? fieldLabel(field) + withLabels(message.slice(field.length))
    : withLabels(message);
}
