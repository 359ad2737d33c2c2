// A user is a person who signs in, with a password or through an identity provider.
import { createUser, type Role, updateUser, type User, userQuery } from '../../api/index.ts';
import type { AdminRecord } from '../form/admin-record.ts';
import { RecordPage } from '../form/record-page.tsx';
import { userColumns, userFilters } from './users.columns.tsx';
import { userList } from './users.list.ts';

interface UserValues {
  name: string;
  email: string;
  roles: readonly Role[];
  password: string;
  active: boolean;
}

const bodyOf = ({ name, email, roles, active, password }: UserValues) => ({
  name: name.trim(),
  email: email.trim(),
  roles: [...roles],
  active,
  ...(password !== '' && { password }),
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
  update: updateUser,
  blank: { name: '', email: '', roles: ['agent'], password: '', active: true },
  valuesOf: ({ name, email, roles, active }) => ({ name, email, roles, active, password: '' }),
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
      name: 'active',
      kind: 'check',
      label: 'Active',
      detail: 'An inactive user cannot sign in, and their tokens and API keys are refused.',
    },
  ],
  notes: {
    create: 'Without a password, the user can sign in only through an external identity provider.',
    update: ({ provisioned_by: connector }) =>
      connector === null
        ? 'Changing the roles, the address or the password, or deactivating the user, revokes their tokens within two seconds.'
        : `The directory of the SCIM connector ${connector} provides name, address and state; change them there. Roles can be added here.`,
  },
};

export const UsersPage = () => <RecordPage record={users} />;
