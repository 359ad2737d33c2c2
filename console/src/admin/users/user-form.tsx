// A user in the drawer: created, or changed.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  createUser,
  faultOf,
  inputFaultsOf,
  type Role,
  updateUser,
  type User,
  userQuery,
} from '../../api/index.ts';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { DrawerForm } from '../drawer-form.tsx';
import { RolesField } from '../roles.tsx';
import { NEW, useSaving } from '../saving.ts';
import { userList } from './users.list.ts';

interface UserFields {
  name: string;
  email: string;
  roles: readonly Role[];
  active: boolean;
  password: string;
}

const empty: UserFields = { name: '', email: '', roles: ['agent'], active: true, password: '' };

const fieldsOf = ({ name, email, roles, active }: User): UserFields => ({
  name,
  email,
  roles,
  active,
  password: '',
});

const bodyOf = ({ name, email, roles, active, password }: UserFields) => ({
  name: name.trim(),
  email: email.trim(),
  roles: [...roles],
  active,
  ...(password !== '' && { password }),
});

function missingIn({ name, email, roles }: UserFields): string | undefined {
  if (name.trim() === '') return 'Write a name first.';
  if (email.trim() === '') return 'Write an e-mail address first.';
  return roles.length === 0 ? 'Choose at least one role.' : undefined;
}

function Form({ user, onSaved }: { user: User | undefined; onSaved: (id: string) => void }) {
  const [fields, setFields] = useState<UserFields>(user ? fieldsOf(user) : empty);
  const saving = useSaving({
    list: userList,
    save: () =>
      user ? updateUser(user.id, bodyOf(fields), user.version) : createUser(bodyOf(fields)),
    keyOf: ({ id }) => userQuery(id).queryKey,
    rowOf: (saved: User) => saved,
    text: ({ name }) => `${name} is saved.`,
    onSaved: ({ id }) => onSaved(id),
  });
  const faults = inputFaultsOf(saving.error);
  const change = (part: Partial<UserFields>) => setFields({ ...fields, ...part });
  return (
    <DrawerForm
      label={user ? `User ${user.name}` : 'New user'}
      error={saving.error}
      submitLabel={user ? 'Save' : 'Create the user'}
      unavailable={saving.isPending ? 'It is being saved.' : missingIn(fields)}
      onSubmit={() => saving.mutate()}
      note={
        user
          ? 'Other roles, another address or password, and deactivation end the tokens of the user within two seconds.'
          : 'Without a password the user cannot sign in here; a foreign identity provider needs none.'
      }
    >
      <TextField
        label="Name"
        value={fields.name}
        maxLength={255}
        fault={faults.get('/name')}
        onChange={(name) => change({ name })}
      />
      <TextField
        label="E-mail"
        type="email"
        value={fields.email}
        fault={faults.get('/email')}
        onChange={(email) => change({ email })}
      />
      <RolesField value={fields.roles} onChange={(roles) => change({ roles })} />
      <TextField
        label={user ? 'New password, 12 characters or more' : 'Password, 12 characters or more'}
        type="password"
        value={fields.password}
        maxLength={256}
        fault={faults.get('/password')}
        onChange={(password) => change({ password })}
      />
      <CheckField
        label="Active"
        detail="Otherwise the user cannot sign in, and their tokens and API keys are refused."
        isChecked={fields.active}
        onChange={(active) => change({ active })}
      />
    </DrawerForm>
  );
}

export function UserForm({ id, onSaved }: { id: string; onSaved: (id: string) => void }) {
  const { data, error, refetch } = useQuery({ ...userQuery(id), enabled: id !== NEW });
  if (id === NEW) return <Form user={undefined} onSaved={onSaved} />;
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  return <Form key={`${id} ${data.version}`} user={data} onSaved={onSaved} />;
}
