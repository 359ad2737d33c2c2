// On the profile, people set up how the console looks to them, their e-mails, API keys and sessions.
import { useQuery } from '@tanstack/react-query';
import { isRequester, meQuery } from '../api/index.ts';
import { ApiKeys } from './api-keys.tsx';
import { Appearance, OwnAppearance } from './appearance.tsx';
import { Factors } from './factors.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { RegionSettings } from './region-settings.tsx';
import styles from './profile.module.css';
import { Sessions } from './sessions.tsx';
import { SignIns } from './sign-ins.tsx';

export function ProfilePage() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const isOwn = isRequester(me);
  return (
    <div className={styles.page}>
      <title>Profile – Signalbox</title>
      <header>
        <h1 tabIndex={-1}>{me.name ?? me.email}</h1>
        <p className={styles.meta}>
          {[me.email, ...(isOwn ? [] : [me.roles.join(', '), me.groups.join(', ')])]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </header>
      {isOwn ? <OwnAppearance /> : <Appearance />}
      <RegionSettings key={me.email} me={me} />
      <NotificationSettings me={me} />
      {!isOwn && <ApiKeys />}
      <Factors />
      <Sessions {...(isOwn && { heading: 'Where you are signed in' })} />
      <SignIns />
      {isOwn && (
        <details className={styles.developers}>
          <summary>For developers</summary>
          <ApiKeys />
        </details>
      )}
    </div>
  );
}
