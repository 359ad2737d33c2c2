// Somebody whose account at an identity provider is another one now is unlinked from the old one.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  faultOf,
  type LinkedAccount,
  linkedAccountsQuery,
  queryClient,
  unlinkAccount,
  type User,
  userQuery,
} from '../../api/index.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { Instant } from '../../ui/marks/instant.tsx';
import { AskedButton } from '../form/asked-button.tsx';
import styles from '../form/form.module.css';
import { RecordSection } from '../form/record-section.tsx';

interface AccountRowProps {
  user: User;
  account: LinkedAccount;
  onUnlinked: () => void;
}

const AccountRow = ({ user, account, onUnlinked }: AccountRowProps) => (
  <li>
    <div>
      {account.provider.name}
      <br />
      <small>
        {account.subject} · linked <Instant at={account.linked_at} /> · last sign-in{' '}
        <Instant at={account.last_sign_in_at} />
      </small>
    </div>
    <AskedButton
      label={`Unlink from ${account.provider.name}…`}
      consequence="Roles and groups by rules of the provider are withdrawn. The next sign-in with a verified address links the user again, also to another account."
      confirmation="Unlink"
      run={() => unlinkAccount(account, user.id)}
      onDone={onUnlinked}
    />
  </li>
);

export function LinkedAccounts({ user }: { user: User }) {
  const { queryKey, ...query } = linkedAccountsQuery(user);
  const { data: accounts = [], error, refetch } = useQuery({ queryKey, ...query });
  const [unlinked, setUnlinked] = useState<string>();
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (accounts.length === 0 && unlinked === undefined) return null;
  const showUnlinked = ({ provider }: LinkedAccount) => {
    setUnlinked(provider.name);
    void queryClient.invalidateQueries({ queryKey });
    void queryClient.invalidateQueries({ queryKey: userQuery(user.id).queryKey });
  };
  return (
    <RecordSection title="Accounts at identity providers">
      <ul className={styles.accounts}>
        {accounts.map((account) => (
          <AccountRow
            key={account.provider.id}
            user={user}
            account={account}
            onUnlinked={() => showUnlinked(account)}
          />
        ))}
      </ul>
      <p role="status">{unlinked !== undefined && `The account at ${unlinked} is unlinked.`}</p>
    </RecordSection>
  );
}
