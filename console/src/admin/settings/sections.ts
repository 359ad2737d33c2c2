// These sections of the settings consist of plain fields.
import { type Role, roles, type Settings } from '../../api/index.ts';
import { duration } from '../../ui/marks/time.ts';
import { settingsSection } from './section.tsx';
import {
  bytesOf,
  megabytesOf,
  minutesOf,
  numbersOf,
  secondsOf,
  wholeNumber,
} from './settings.form.ts';

type Reading = (text: string) => number | undefined;

/** Returns a check that says what is allowed unless the text can be read as a number. */
const unless =
  (read: Reading, allowed: string) =>
  (text: string): string | undefined =>
    read(text) === undefined ? allowed : undefined;

const fromZero: Reading = (text) => wholeNumber(text, 0);
const fromOne: Reading = (text) => wholeNumber(text, 1);

const numberField = <N extends string>(
  name: N,
  label: string,
  read: Reading,
  allowed: string,
  pointer = `/${name}`,
) => ({ name, kind: 'number' as const, label, pointer, fault: unless(read, allowed) });

const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
type Targets = Record<(typeof priorities)[number], string>;

/** Returns, for example, "P1, minutes (4 h)". */
const targetLabel = (priority: keyof Targets, minutes: string): string => {
  const seconds = secondsOf(minutes);
  return `${priority}, minutes${seconds === undefined ? '' : ` (${duration(seconds).replace(/ 0 [hm]$/, '')})`}`;
};

export const slaTargets = settingsSection<Targets & { priority_matrix: boolean }>({
  title: 'SLA targets',
  text: 'How quickly an incident must be resolved, by its priority. Existing records keep the target they were given.',
  valuesOf: ({ sla_target_seconds: { P1, P2, P3, P4 }, priority_matrix }) => ({
    P1: minutesOf(P1),
    P2: minutesOf(P2),
    P3: minutesOf(P3),
    P4: minutesOf(P4),
    priority_matrix,
  }),
  bodyOf: ({ priority_matrix, ...targets }) => {
    const seconds = numbersOf(targets, secondsOf);
    return seconds && { sla_target_seconds: seconds, priority_matrix };
  },
  fields: [
    ...priorities.map((name) => ({
      ...numberField(
        name,
        name,
        secondsOf,
        'Enter a number above 0.',
        `/sla_target_seconds/${name}`,
      ),
      label: (values: Targets) => targetLabel(name, values[name]),
    })),
    {
      name: 'priority_matrix',
      kind: 'check',
      label: 'Derive the priority from impact and urgency',
      detail: 'Applies to records without a priority of their own.',
    },
  ],
});

const FROM_ONE = 'Enter a whole number of 1 or more.';
const FROM_ZERO = 'Enter a whole number of 0 or more.';

export const assignment = settingsSection<{ assignable_only: boolean }>({
  title: 'Assignment',
  text: 'An assignee who may not work on the record, an address that nobody has and a group that does not exist are saved with a warning, unless only people and groups of the directory are accepted. With an external identity provider, any address is accepted.',
  valuesOf: ({ assignable_only }) => ({ assignable_only }),
  bodyOf: (values) => values,
  fields: [
    {
      name: 'assignable_only',
      kind: 'check',
      label: 'Accept only people and groups of the directory',
      detail: 'Existing records keep the assignee and the group that they have.',
    },
  ],
});

const roleLabels: Record<Role, string> = {
  super_admin: 'Administrators (super_admin)',
  itsm_manager: 'Managers (itsm_manager)',
  agent: 'Agents (agent)',
  requester: 'Requesters (requester)',
  auditor: 'Auditors (auditor)',
};

export const secondFactor = settingsSection<Record<Role, boolean>>({
  title: 'Second factor',
  text: 'People with one of these roles need an authenticator app or a passkey. They have 14 days to set one up; then nobody signs in without.',
  valuesOf: ({ require_second_factor: required }) => ({
    super_admin: required.includes('super_admin'),
    itsm_manager: required.includes('itsm_manager'),
    agent: required.includes('agent'),
    requester: required.includes('requester'),
    auditor: required.includes('auditor'),
  }),
  bodyOf: (values) => ({ require_second_factor: roles.filter((name) => values[name]) }),
  fields: roles.map((name) => ({ name, kind: 'check' as const, label: roleLabels[name] })),
});

export const replies = settingsSection<{ replies_move_state: boolean; reopen_days: string }>({
  title: 'Replies',
  text: 'A public note of the requester returns an incident that waits for it to work, and reopens one that was resolved not long ago.',
  valuesOf: ({ replies_move_state, reopen_days }) => ({
    replies_move_state,
    reopen_days: String(reopen_days),
  }),
  bodyOf: ({ replies_move_state, ...texts }) => {
    const days = numbersOf(texts, fromZero);
    return days && { replies_move_state, ...days };
  },
  fields: [
    {
      name: 'replies_move_state',
      kind: 'check',
      label: 'Replies move incidents',
      detail: 'Without it, replies are only marked in the list.',
    },
    numberField('reopen_days', 'Reopen within, days (0 for never)', fromZero, FROM_ZERO),
  ],
});

export const approvals = settingsSection<Record<'low' | 'medium' | 'high', string>>({
  title: 'Approvals',
  text: 'How many different people must approve a change, by its risk. An emergency change needs one.',
  valuesOf: ({ change_required_approvals: { low, medium, high } }) => ({
    low: String(low),
    medium: String(medium),
    high: String(high),
  }),
  bodyOf: (texts) => {
    const required = numbersOf(texts, fromOne);
    return required && { change_required_approvals: required };
  },
  fields: (['low', 'medium', 'high'] as const).map((name) =>
    numberField(
      name,
      { low: 'Low risk', medium: 'Medium risk', high: 'High risk' }[name],
      fromOne,
      FROM_ONE,
      `/change_required_approvals/${name}`,
    ),
  ),
});

export const retention = settingsSection<Record<'retention_days' | 'job_retention_days', string>>({
  title: 'Retention',
  text: 'How long the service keeps events, webhook deliveries and finished jobs. Audit entries are kept forever.',
  valuesOf: ({ retention_days, job_retention_days }) => ({
    retention_days: String(retention_days),
    job_retention_days: String(job_retention_days),
  }),
  bodyOf: (texts) => numbersOf(texts, fromOne),
  fields: [
    numberField('retention_days', 'Events and deliveries, days', fromOne, FROM_ONE),
    numberField('job_retention_days', 'Finished jobs, days', fromOne, FROM_ONE),
  ],
});

const AMOUNT = 'Enter a number of 0 or more.';

export const attachments = settingsSection<Record<'requesters' | 'others' | 'record', string>>({
  title: 'Attachments',
  text: 'How much a person or an integration may attach per day (UTC), and how much one record may hold. Requesters are people who see only their own records.',
  valuesOf: ({
    attachment_bytes_per_day: { requesters, others },
    attachment_bytes_per_record,
  }) => ({
    requesters: megabytesOf(requesters),
    others: megabytesOf(others),
    record: megabytesOf(attachment_bytes_per_record),
  }),
  bodyOf: (texts) => {
    const bytes = numbersOf(texts, bytesOf);
    return (
      bytes && {
        attachment_bytes_per_day: { requesters: bytes.requesters, others: bytes.others },
        attachment_bytes_per_record: bytes.record,
      }
    );
  },
  fields: [
    numberField(
      'requesters',
      'Each requester per day, MB',
      bytesOf,
      AMOUNT,
      '/attachment_bytes_per_day/requesters',
    ),
    numberField(
      'others',
      'Each other user or client per day, MB',
      bytesOf,
      AMOUNT,
      '/attachment_bytes_per_day/others',
    ),
    numberField('record', 'Each record, MB', bytesOf, AMOUNT, '/attachment_bytes_per_record'),
  ],
});

export const mail = settingsSection<{ mail_domains: readonly string[] }>({
  title: 'Mail',
  text: 'Mail is sent to active users, to group addresses, and to any address in these domains. Subdomains are not included.',
  valuesOf: ({ mail_domains }) => ({ mail_domains }),
  bodyOf: ({ mail_domains }) => ({ mail_domains: [...mail_domains] }),
  fields: [{ name: 'mail_domains', kind: 'lines', label: 'Domains, one per line' }],
});

interface AssistantValues {
  ai_on_create: Settings['ai_on_create'];
  ai_on_create_tokens_per_day: string;
  ai_tokens_per_day: string;
}

export const assistant = settingsSection<AssistantValues>({
  title: 'Assistant',
  text: 'Choose the engine that suggests a resolution for a new incident, and how many tokens may be used per day (UTC): by all new incidents together, and by each user or client. When the tokens for new incidents are used up, the local engine takes over.',
  valuesOf: ({ ai_on_create, ai_on_create_tokens_per_day, ai_tokens_per_day }) => ({
    ai_on_create,
    ai_on_create_tokens_per_day: String(ai_on_create_tokens_per_day),
    ai_tokens_per_day: String(ai_tokens_per_day),
  }),
  bodyOf: ({ ai_on_create, ...texts }) => {
    const tokens = numbersOf(texts, fromZero);
    return tokens && { ai_on_create, ...tokens };
  },
  fields: [
    {
      name: 'ai_on_create',
      kind: 'select',
      label: 'Resolutions suggested by',
      options: {
        local: 'The local engine',
        provider: 'The configured model provider',
        off: 'Nobody (off)',
      },
    },
    numberField(
      'ai_on_create_tokens_per_day',
      'Tokens per day for new incidents',
      fromZero,
      FROM_ZERO,
    ),
    numberField('ai_tokens_per_day', 'Tokens per day for each user or client', fromZero, FROM_ZERO),
  ],
});

export const requestItems = settingsSection<{ request_items: readonly string[] }>({
  title: 'Request items',
  text: 'Items offered in the form of a service request, in this order. Other text can still be entered.',
  valuesOf: ({ request_items }) => ({ request_items }),
  bodyOf: ({ request_items }) => ({ request_items: [...request_items] }),
  fields: [{ name: 'request_items', kind: 'lines', label: 'Items, one per line' }],
});
