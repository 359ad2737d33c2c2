// An API key is for scripts and the CLI; it is shown once and can be revoked at any time.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ApiKey,
  apiKeysQuery,
  createApiKey,
  deleteApiKey,
  faultOf,
  inputFaultsOf,
  queryClient,
} from '../api/index.ts';
import { faultText } from '../ui/layout/fault.ts';
import { Button } from '../ui/forms/button.tsx';
import { CodeBlock } from '../ui/code/code-block.tsx';
import { Dialog, DialogFields, DialogFooter } from '../ui/overlays/dialog.tsx';
import { AddIcon } from '../ui/icons.ts';
import { Instant } from '../ui/marks/instant.tsx';
import { SecretDialog } from '../ui/code/secret-dialog.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './profile.module.css';

const lifetimes = {
  7: '7 days',
  30: '30 days',
  90: '90 days',
  365: '1 year',
};

const refresh = () => void queryClient.invalidateQueries({ queryKey: apiKeysQuery.queryKey });

function CreateDialog({
  onCreated,
  onClose,
}: {
  onCreated: (secret: string) => void;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const creation = useMutation({
    mutationFn: () => createApiKey({ name: name.trim(), expires_in_days: Number(days) }),
    onSuccess: ({ secret }) => {
      refresh();
      onCreated(secret);
    },
  });
  const faults = inputFaultsOf(creation.error);
  let unavailable = name.trim() === '' ? 'Enter what the key is for.' : undefined;
  if (creation.isPending) unavailable = 'The key is being created.';
  const create = () => {
    if (unavailable === undefined) creation.mutate();
  };
  return (
    <Dialog title="New API key" isOpen onClose={onClose}>
      <DialogFields>
        <TextField
          label="What is it for?"
          value={name}
          maxLength={255}
          fault={faults.get('/name')}
          onChange={setName}
          onEnter={create}
        />
        <SelectField label="Valid for" value={days} options={lifetimes} onChange={setDays} />
        {creation.error && faults.size === 0 && (
          <p className={styles.fault} role="alert">
            {faultText(faultOf(creation.error))}
          </p>
        )}
      </DialogFields>
      <DialogFooter>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" unavailable={unavailable} onClick={create}>
          Create key
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const [isAsking, ask] = useState(false);
  const revocation = useMutation({
    mutationFn: () => deleteApiKey(apiKey.id),
    onSuccess: () => {
      refresh();
      toast(`The API key ${apiKey.name} was revoked.`);
    },
    onError: (error) =>
      toast(`The API key was not revoked. ${faultOf(error).detail}`, { tone: 'red' }),
  });
  return (
    <li>
      <div>
        <b>{apiKey.name}</b>
        <p className={styles.meta}>
          <code>{apiKey.prefix}…</code> · expires <Instant at={apiKey.expires_at} kind="planned" />{' '}
          ·{' '}
          {apiKey.last_used_at === null ? (
            'never used'
          ) : (
            <>
              last used <Instant at={apiKey.last_used_at} />
            </>
          )}
        </p>
      </div>
      {isAsking ? (
        <span className={styles.asking}>
          Scripts that use this key will fail.
          <Button variant="danger" onClick={() => revocation.mutate()}>
            Revoke
          </Button>
          <Button onClick={() => ask(false)}>Keep</Button>
        </span>
      ) : (
        <Button onClick={() => ask(true)}>Revoke…</Button>
      )}
    </li>
  );
}

export function ApiKeys() {
  const { data: keys = [] } = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <section className={styles.section} aria-labelledby="api-keys">
      <div className={styles.head}>
        <h2 id="api-keys">API keys</h2>
        <Button icon={<AddIcon />} onClick={() => setCreating(true)}>
          New key
        </Button>
      </div>
      <p className={styles.meta}>
        For scripts, the CLI and the SDK. A key has the same permissions as you.
      </p>
      {keys.length === 0 && <p className={styles.meta}>You have no API keys.</p>}
      <ul className={styles.list}>
        {keys.map((apiKey) => (
          <KeyRow key={apiKey.id} apiKey={apiKey} />
        ))}
      </ul>
      {isCreating && (
        <CreateDialog
          onClose={() => setCreating(false)}
          onCreated={(next) => {
            setCreating(false);
            setSecret(next);
          }}
        />
      )}
      <SecretDialog
        title="Your new API key"
        name="API key"
        secret={secret}
        onClose={() => setSecret(undefined)}
      >
        <p className={styles.meta}>With the SDK:</p>
        <CodeBlock
          label="Example"
          text={`new Signalbox({ baseUrl: '${location.origin}', apiKey: process.env.SIGNALBOX_API_KEY })`}
        />
      </SecretDialog>
    </section>
  );
}
