// A user is a person who signs in, with a password or through an identity provider.
import { createUser, type Role, updateUser, type User, userQuery } from '../../api/index.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { InviteButton } from './invite-button.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { ResetFactors } from './reset-factors.tsx';
import { OpenWorkSection } from '../work/open-work.tsx';
import { userColumns, userFilters } from './users.columns.tsx';
import { TimeField } from '../../ui/forms/time-field.tsx';
import { instantIn, UNREADABLE } from '../../ui/forms/time-text.ts';
import { localInput } from '../../ui/marks/time.ts';
import { userList } from './users.list.ts';

interface UserValues {
  name: string;
  email: string;
  roles: readonly Role[];
  password: string;
  active: boolean;
  invite: boolean;
  title: string;
  department: string;
  site: string;
  manager: string;
  delegate: string;
  away_until: string;
  locale: string;
  time_zone: string;
  capacity: string;
}

/** These values are null if their field is empty. */
const texts = [
  'title',
  'department',
  'site',
  'manager',
  'delegate',
  'locale',
  'time_zone',
] as const;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const attributesOf = (values: UserValues) =>
  Object.fromEntries(texts.map((name) => [name, orNull(values[name])])) as Record<
    (typeof texts)[number],
    string | null
  >;

/** Returns undefined while the time of an absence or the capacity is not readable. */
function bodyOf(values: UserValues) {
  const { name, email, roles, active, password, invite, away_until: away, capacity } = values;
  const until = instantIn(away);
  if (until === undefined || away === UNREADABLE) return undefined;
  return {
    name: name.trim(),
    email: email.trim(),
    roles: [...roles],
    active,
    ...(password !== '' && { password }),
    ...(invite && { invite }),
    ...attributesOf(values),
    away_until: until,
    capacity: capacity.trim() === '' ? null : Number(capacity),
  };
}

const isCapacity = (text: string): boolean => /^[1-9]\d{0,2}$|^1000$/.test(text.trim());

const blank: UserValues = {
  name: '',
  email: '',
  roles: ['agent'],
  password: '',
  active: true,
  invite: false,
  title: '',
  department: '',
  site: '',
  manager: '',
  delegate: '',
  away_until: '',
  locale: '',
  time_zone: '',
  capacity: '',
};

const users: AdminRecord<User, UserValues, NonNullable<ReturnType<typeof bodyOf>>> = {
  noun: 'user',
  heading: 'Users',
  list: userList,
  columns: userColumns,
  filters: userFilters,
  none: { title: 'There are no users', text: 'Create a user for each person who signs in.' },
  query: userQuery,
  create: createUser,
  // The form asks for an invitation of a new user only.
  update: (id, { invite: _, ...changes }, version) => updateUser(id, changes, version),
  blank,
  valuesOf: (user) => ({
    ...blank,
    ...Object.fromEntries(texts.map((name) => [name, user[name] ?? ''])),
    name: user.name,
    email: user.email,
    roles: user.roles,
    active: user.active,
    away_until: user.away_until === null ? '' : localInput(user.away_until),
    capacity: user.capacity === null ? '' : String(user.capacity),
  }),
  bodyOf,
  fields: [
    { name: 'name', kind: 'text', label: 'Name', maxLength: 255, missing: 'Enter a name first.' },
    { name: 'email', kind: 'email', label: 'E-mail', missing: 'Enter an e-mail address first.' },
    { name: 'roles', kind: 'roles', label: 'Roles', missing: 'Choose at least one role.' },
    {
      name: 'password',
      kind: 'password',
      label: (_, isNew) => `${isNew ? 'Password' : 'New password'}, 12 characters or more`,
      maxLength: 256,
    },
    {
      name: 'invite',
      kind: 'check',
      label: 'Send an invitation',
      detail: 'The person gets a mail with a link that works for 7 days, and chooses the password.',
      isOnlyNew: true,
    },
    {
      name: 'active',
      kind: 'check',
      label: 'Active',
      detail:
        'Deactivating a user ends their sessions, API keys, tokens and jobs within two seconds; activating them again returns none of it.',
    },
    { name: 'title', kind: 'text', label: 'Job title', maxLength: 255 },
    { name: 'department', kind: 'text', label: 'Department', maxLength: 255 },
    { name: 'site', kind: 'text', label: 'Site', maxLength: 255 },
    { name: 'manager', kind: 'email', label: 'Manager, an e-mail address' },
    { name: 'delegate', kind: 'email', label: 'Delegate while they are away, an e-mail address' },
    {
      name: 'away_until',
      kind: 'own',
      label: 'Away until',
      render: (value, onChange) => (
        <TimeField label="Away until" value={value} onChange={onChange} />
      ),
    },
    {
      name: 'locale',
      kind: 'text',
      label: 'Format of times and numbers, such as de-CH',
      maxLength: 35,
    },
    { name: 'time_zone', kind: 'text', label: 'Time zone, such as Europe/Zurich', maxLength: 64 },
    {
      name: 'capacity',
      kind: 'number',
      label: 'Capacity, at most so many open records by rules',
      fault: (text) =>
        text.trim() === '' || isCapacity(text) ? undefined : 'Enter a number from 1 to 1000.',
    },
  ],
  below: (user) => (
    <>
      <LinkedAccounts key={user.id} user={user} />
      <OpenWorkSection userId={user.id} />
    </>
  ),
  notes: {
    create:
      'Without a password or an invitation, the user can sign in only through an external identity provider.',
    update: ({ provisioned_by: connector }) =>
      connector === null
        ? 'Changing the roles, the address or the password, or deactivating the user, revokes their tokens within two seconds.'
        : `The directory of the SCIM connector ${connector} provides name, address and state; change them there. Roles can be added here.`,
  },
  actions: (user) => (
    <>
      <InviteButton user={user} />
      <ResetFactors user={user} />
    </>
  ),
};

export const UsersPage = () => <RecordPage record={users} />;
