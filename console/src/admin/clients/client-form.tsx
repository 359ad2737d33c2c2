// A client in the drawer: created, changed, or given another secret.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  clientQuery,
  type ClientRow,
  createClient,
  faultOf,
  inputFaultsOf,
  queryClient,
  type Role,
  rotateClientSecret,
  updateClient,
} from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { CheckField } from '../../ui/forms/check-field.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { TextLines } from '../../ui/forms/text-lines.tsx';
import { DrawerForm } from '../drawer-form.tsx';
import { RolesField } from '../roles.tsx';
import { NEW, useSaving } from '../saving.ts';
import { clientList } from './clients.list.ts';
import { SecretDialog } from './secret-dialog.tsx';

interface ClientFields {
  clientId: string;
  name: string;
  email: string;
  roles: readonly Role[];
  redirectUris: readonly string[];
  active: boolean;
}

const empty: ClientFields = {
  clientId: '',
  name: '',
  email: '',
  roles: ['agent'],
  redirectUris: [],
  active: true,
};

const fieldsOf = (client: ClientRow): ClientFields => ({
  clientId: client.client_id,
  name: client.name,
  email: client.email ?? '',
  roles: client.roles,
  redirectUris: client.redirect_uris,
  active: client.active,
});

const bodyOf = ({ name, email, roles, redirectUris, active }: ClientFields) => ({
  name: name.trim(),
  email: email.trim() === '' ? null : email.trim(),
  roles: [...roles],
  redirect_uris: [...redirectUris],
  active,
});

function missingIn({ name, roles }: ClientFields): string | undefined {
  if (name.trim() === '') return 'Write a name first.';
  return roles.length === 0 ? 'Choose at least one role.' : undefined;
}

interface FormProps {
  client: ClientRow | undefined;
  onSecret: (clientId: string, secret: string) => void;
  onSaved: (id: string) => void;
}

function RotateButton({ client, onSecret }: { client: ClientRow } & Pick<FormProps, 'onSecret'>) {
  const [isAsked, setAsked] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotateClientSecret(client.client_id, client.version),
    onSuccess: ({ client_id, secret }) => {
      onSecret(client_id, secret);
      void queryClient.invalidateQueries({ queryKey: clientQuery(client_id).queryKey });
    },
  });
  if (!isAsked) return <Button onClick={() => setAsked(true)}>Rotate the secret…</Button>;
  return (
    <>
      <span>The old secret and its tokens stop working at once.</span>
      <Button look="danger" autoFocus onClick={() => rotation.mutate()}>
        Rotate it
      </Button>
      {rotation.error && <span role="alert">{faultOf(rotation.error).detail}</span>}
    </>
  );
}

function Form({ client, onSecret, onSaved }: FormProps) {
  const [fields, setFields] = useState<ClientFields>(client ? fieldsOf(client) : empty);
  const saving = useSaving({
    list: clientList,
    save: async (): Promise<ClientRow & { secret?: string }> => {
      const saved = client
        ? await updateClient(client.client_id, bodyOf(fields), client.version)
        : await createClient({
            ...bodyOf(fields),
            ...(fields.clientId.trim() !== '' && { client_id: fields.clientId.trim() }),
          });
      return { ...saved, id: saved.client_id };
    },
    keyOf: ({ id }) => clientQuery(id).queryKey,
    rowOf: ({ secret: _, ...row }) => row,
    text: ({ name }) => `${name} is saved.`,
    onSaved: ({ id, secret }) => {
      if (secret !== undefined) onSecret(id, secret);
      onSaved(id);
    },
  });
  const faults = inputFaultsOf(saving.error);
  const change = (part: Partial<ClientFields>) => setFields({ ...fields, ...part });
  return (
    <DrawerForm
      label={client ? `Client ${client.name}` : 'New client'}
      error={saving.error}
      submitLabel={client ? 'Save' : 'Create the client'}
      unavailable={saving.isPending ? 'It is being saved.' : missingIn(fields)}
      onSubmit={() => saving.mutate()}
      actions={client && <RotateButton client={client} onSecret={onSecret} />}
      note={
        client &&
        'Other roles, another address, and deactivation end its tokens within two seconds.'
      }
    >
      <TextField
        label="Name"
        value={fields.name}
        maxLength={255}
        fault={faults.get('/name')}
        onChange={(name) => change({ name })}
      />
      {!client && (
        <TextField
          label="Client id, or empty for one of the service"
          value={fields.clientId}
          maxLength={63}
          fault={faults.get('/client_id')}
          onChange={(clientId) => change({ clientId })}
        />
      )}
      <TextField
        label="E-mail address under which it acts, or empty for the default"
        type="email"
        value={fields.email}
        fault={faults.get('/email')}
        onChange={(email) => change({ email })}
      />
      <RolesField value={fields.roles} onChange={(roles) => change({ roles })} />
      <TextLines
        label="Redirect URIs, one per line, for sign-in with a browser"
        value={fields.redirectUris}
        onChange={(redirectUris) => change({ redirectUris })}
      />
      <CheckField
        label="Active"
        detail="Otherwise it gets no tokens, and those it has are refused."
        isChecked={fields.active}
        onChange={(active) => change({ active })}
      />
    </DrawerForm>
  );
}

export function ClientForm({ id, onSaved }: { id: string; onSaved: (id: string) => void }) {
  const [shown, setShown] = useState<{ clientId: string; secret: string }>();
  const { data, error, refetch } = useQuery({ ...clientQuery(id), enabled: id !== NEW });
  const isNew = id === NEW;
  return (
    <>
      {!isNew && error && <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />}
      {!isNew && !data && !error && <SkeletonBar width="60%" />}
      {(isNew || data) && (
        <Form
          key={isNew ? NEW : `${id} ${data?.version}`}
          client={isNew ? undefined : data}
          onSecret={(clientId, secret) => setShown({ clientId, secret })}
          onSaved={onSaved}
        />
      )}
      <SecretDialog
        clientId={shown?.clientId ?? id}
        secret={shown?.secret}
        onClose={() => setShown(undefined)}
      />
    </>
  );
}
