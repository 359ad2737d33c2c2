// A user is a person who signs in, with a password or through an identity provider.
import { createUser, type Role, updateUser, type User, userQuery } from '../../api/index.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { InviteButton } from './invite-button.tsx';
import { OpenWorkSection } from '../work/open-work.tsx';
import { userColumns, userFilters } from './users.columns.tsx';
import { userList } from './users.list.ts';

interface UserValues {
  name: string;
  email: string;
  roles: readonly Role[];
  password: string;
  active: boolean;
  invite: boolean;
}

const bodyOf = ({ name, email, roles, active, password, invite }: UserValues) => ({
  name: name.trim(),
  email: email.trim(),
  roles: [...roles],
  active,
  ...(password !== '' && { password }),
  ...(invite && { invite }),
});

const users: AdminRecord<User, UserValues, ReturnType<typeof bodyOf>> = {
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
  blank: { name: '', email: '', roles: ['agent'], password: '', active: true, invite: false },
  valuesOf: ({ name, email, roles, active }) => ({
    name,
    email,
    roles,
    active,
    password: '',
    invite: false,
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
  ],
  below: ({ id }) => <OpenWorkSection userId={id} />,
  notes: {
    create:
      'Without a password or an invitation, the user can sign in only through an external identity provider.',
    update:
      'Changing the roles, the address or the password, or deactivating the user, revokes their tokens within two seconds.',
  },
  actions: (user) => <InviteButton user={user} />,
};

export const UsersPage = () => <RecordPage record={users} />;
