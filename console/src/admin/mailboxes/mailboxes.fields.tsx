// The fields of a mailbox, in the order in which a person has the answers.
import type { FormField, FormSection } from '../form/form-field.ts';
import { readCustom } from './mailboxes.body.ts';
import type { MailboxValues } from './mailboxes.values.ts';
import {
  authLabels,
  priorityLabels,
  recordLabels,
  replyLabels,
  securityLabels,
  sendingLabels,
} from './mailboxes.words.ts';
import { ProviderField } from './provider-field.tsx';
import { isImap, isKnown } from './providers.ts';

type Section = FormSection<MailboxValues>;
type Field = FormField<MailboxValues>;
type Is = (values: MailboxValues) => boolean;

const server: Section = {
  title: 'Server that is read',
  isFolded: ({ provider }) => isKnown(provider),
};
const login: Section = { title: 'Sign-in' };
const sending: Section = { title: 'Sending' };
const sendingServer: Section = {
  title: 'Server that sends',
  isFolded: ({ provider, sending: by }) => isKnown(provider) && by === 'same',
};
const sendingLogin: Section = { title: 'Sign-in to send' };
const defaults: Section = { title: 'Values of new records', isFolded: () => true };
const trust: Section = { title: 'Trusted senders', isFolded: () => true };
const further: Section = { title: 'Further addresses and automatic replies', isFolded: () => true };

const reads: Is = ({ provider }) => isImap(provider);
const sends: Is = ({ sending: by }) => by !== 'instance';
const signsInToSend: Is = ({ sending: by }) => by === 'smtp';

const portFault = (text: string): string | undefined =>
  text.trim() === '' || (/^\d{1,5}$/.test(text.trim()) && Number(text) > 0 && Number(text) < 65_536)
    ? undefined
    : 'A port is a number from 1 to 65535.';

const secretLabel = (noun: string, isNew: boolean) =>
  isNew ? noun : `${noun}; the stored one stays if it is empty`;

const serverFields = (prefix: 'in' | 'out', section: Section, isShown: Is): Field[] => [
  {
    section,
    name: `${prefix}_host`,
    kind: 'text',
    label: 'Host',
    maxLength: 253,
    pointer: prefix === 'in' ? '/incoming/host' : '/outgoing/host',
    missing: prefix === 'in' ? 'Enter the host first.' : 'Enter the host that sends first.',
    isShown,
  },
  {
    section,
    name: `${prefix}_port`,
    kind: 'number',
    label: 'Port',
    pointer: prefix === 'in' ? '/incoming/port' : '/outgoing/port',
    fault: portFault,
    isShown,
  },
  {
    section,
    name: `${prefix}_security`,
    kind: 'select',
    label: 'Security',
    options: securityLabels,
    pointer: prefix === 'in' ? '/incoming/security' : '/outgoing/security',
    isShown,
  },
];

function loginFields(prefix: 'in' | 'out', section: Section, isShown: Is, hasChoice: Is): Field[] {
  const pointer = (member: string) => `/${prefix === 'in' ? 'incoming' : 'outgoing'}/${member}`;
  const isOauth: Is = (values) => isShown(values) && values[`${prefix}_auth`] === 'oauth';
  const isPassword: Is = (values) => isShown(values) && values[`${prefix}_auth`] === 'password';
  const hasOwnTokens: Is = (values) =>
    isOauth(values) && (prefix === 'out' || values.provider !== 'microsoft');
  return [
    {
      section,
      name: `${prefix}_auth`,
      kind: 'select',
      label: 'Signs in with',
      options: authLabels,
      pointer: pointer('auth'),
      isShown: (values) => isShown(values) && hasChoice(values),
    },
    {
      section,
      name: `${prefix}_user`,
      kind: 'text',
      label: 'User, or empty if it is the address',
      maxLength: 254,
      pointer: pointer('user'),
      isShown,
    },
    {
      section,
      name: `${prefix}_password`,
      kind: 'password',
      label: ({ provider }, isNew) =>
        secretLabel(prefix === 'in' && isKnown(provider) ? 'App password' : 'Password', isNew),
      maxLength: 500,
      pointer: pointer('password'),
      isShown: isPassword,
    },
    {
      section,
      name: `${prefix}_token_url`,
      kind: 'text',
      label: 'Token URL',
      maxLength: 1000,
      pointer: pointer('token_url'),
      missing: 'Enter the token URL first.',
      isShown: hasOwnTokens,
    },
    {
      section,
      name: `${prefix}_client_id`,
      kind: 'text',
      label: ({ provider }) => (provider === 'microsoft' ? 'Application (client) id' : 'Client id'),
      maxLength: 500,
      pointer: pointer('client_id'),
      missing: 'Enter the client id first.',
      isShown: isOauth,
    },
    {
      section,
      name: `${prefix}_client_secret`,
      kind: 'password',
      label: (_values, isNew) => secretLabel('Client secret', isNew),
      maxLength: 1000,
      pointer: pointer('client_secret'),
      isShown: isOauth,
    },
    {
      section,
      name: `${prefix}_scope`,
      kind: 'text',
      label: 'Scope, if the provider needs one',
      maxLength: 1000,
      pointer: pointer('scope'),
      isShown: hasOwnTokens,
    },
  ];
}

export const mailboxFields: readonly Field[] = [
  {
    name: 'provider',
    kind: 'own',
    label: 'Where the mailbox is',
    pointer: '/incoming/kind',
    render: (value, _onChange, values, onChanges) => (
      <ProviderField value={value} values={values} onChanges={onChanges} />
    ),
  },
  {
    name: 'address',
    kind: 'email',
    label: 'Address',
    maxLength: 254,
    missing: 'Enter the address first.',
  },
  {
    name: 'name',
    kind: 'text',
    label: 'Name that people see as the sender',
    maxLength: 100,
    missing: 'Enter a name first.',
  },
  {
    name: 'record_type',
    kind: 'select',
    label: 'A new mail becomes',
    options: recordLabels,
  },
  {
    name: 'clients',
    kind: 'lines',
    label: 'Clients that may send messages, one client id per line',
    pointer: '/incoming/clients',
    isShown: ({ provider }) => provider === 'api',
  },
  ...serverFields('in', server, reads),
  {
    section: login,
    name: 'tenant',
    kind: 'text',
    label: 'Directory (tenant) id',
    maxLength: 255,
    pointer: '/incoming/token_url',
    missing: 'Enter the directory id first.',
    isShown: ({ provider }) => provider === 'microsoft',
  },
  ...loginFields('in', login, reads, ({ provider }) => !isKnown(provider)),
  {
    section: sending,
    name: 'sending',
    kind: 'select',
    label: 'Mail is sent by',
    options: (values) => {
      const { same, ...others } = sendingLabels;
      return reads(values) ? { ...others, same } : others;
    },
    pointer: '/outgoing/kind',
  },
  ...serverFields('out', sendingServer, sends),
  ...loginFields('out', sendingLogin, signsInToSend, () => true),
  {
    section: defaults,
    name: 'assignment_group',
    kind: 'text',
    label: 'Assignment group',
    maxLength: 255,
    pointer: '/defaults/assignment_group',
  },
  {
    section: defaults,
    name: 'category',
    kind: 'text',
    label: 'Category',
    maxLength: 255,
    pointer: '/defaults/category',
    isShown: ({ record_type: type }) => type === 'incident',
  },
  {
    section: defaults,
    name: 'priority',
    kind: 'select',
    label: 'Priority',
    options: priorityLabels,
    pointer: '/defaults/priority',
  },
  {
    section: defaults,
    name: 'custom',
    kind: 'text',
    label: 'Own fields of this instance, as JSON by key',
    pointer: '/defaults/custom',
    fault: (text) =>
      readCustom(text) === undefined
        ? 'This is no JSON object, such as {"site": "Kiel"}.'
        : undefined,
  },
  {
    section: trust,
    name: 'authserv_id',
    kind: 'text',
    label: 'Server whose Authentication-Results count, or empty',
    maxLength: 253,
    pointer: '/trust/authserv_id',
  },
  {
    section: trust,
    name: 'require_verified',
    kind: 'check',
    label: 'Only verified senders',
    detail: 'Mail of others is held until somebody decides.',
    pointer: '/trust/require_verified',
  },
  {
    section: trust,
    name: 'trust_api',
    kind: 'check',
    label: 'Trust the program that sends messages',
    detail: 'Authentication-Results count in its messages, too.',
    pointer: '/trust/api',
    isShown: ({ provider }) => provider === 'api',
  },
  {
    section: further,
    name: 'aliases',
    kind: 'lines',
    label: 'Further addresses, one per line',
  },
  {
    section: further,
    name: 'reply_policy',
    kind: 'select',
    label: 'Automatic replies go to',
    options: replyLabels,
  },
  {
    name: 'active',
    kind: 'check',
    label: 'Active',
    detail: 'An inactive mailbox receives and sends nothing.',
  },
];
