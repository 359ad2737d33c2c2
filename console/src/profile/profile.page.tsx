// On the profile, people set up how the console looks to them, their e-mails, API keys and sessions.
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/index.ts';
import { ApiKeys } from './api-keys.tsx';
import { Appearance } from './appearance.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import styles from './profile.module.css';
import { Sessions } from './sessions.tsx';

export function ProfilePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <div className={styles.page}>
      <title>Profile – Signalbox</title>
      <header>
        <h1 tabIndex={-1}>{me.name ?? me.email}</h1>
        <p className={styles.meta}>
          {me.email} · {me.roles.join(', ')}
          {me.groups.length > 0 && ` · ${me.groups.join(', ')}`}
        </p>
      </header>
      <Appearance />
      <NotificationSettings me={me} />
      <ApiKeys />
      <Sessions />
    </div>
  );
}
