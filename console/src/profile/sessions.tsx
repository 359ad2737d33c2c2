// A session that is ended here is refused within two seconds.
import { useMutation, useQuery } from '@tanstack/react-query';
import { endSession, faultOf, queryClient, type Session, sessionsQuery } from '../api/index.ts';
import { session as ownSession } from '../session/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import styles from './profile.module.css';
import { deviceName } from './user-agent.ts';

function SessionRow({ session }: { session: Session }) {
  const name = deviceName(session.user_agent);
  const ending = useMutation({
    mutationFn: () => endSession(session.id),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      toast(`The session in ${name} was ended.`);
    },
    onError: (error) =>
      toast(`The session was not ended. ${faultOf(error).detail}`, { tone: 'red' }),
  });
  return (
    <li>
      <div>
        <b title={session.user_agent ?? undefined}>{name}</b>
        {session.current && <span className={styles.current}>this session</span>}
        <p className={styles.meta}>
          {session.client} · since <Instant at={session.created_at} /> · last used{' '}
          <Instant at={session.last_used_at} />
        </p>
      </div>
      {session.current ? (
        <Button onClick={() => void ownSession.signOut()}>Sign out</Button>
      ) : (
        <Button
          variant="danger"
          unavailable={ending.isPending ? 'The session is being ended.' : undefined}
          onClick={() => ending.mutate()}
        >
          End
        </Button>
      )}
    </li>
  );
}

export function Sessions({ heading = 'Sessions' }: { heading?: string }) {
  const { data: sessions = [] } = useQuery(sessionsQuery);
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions">{heading}</h2>
      {sessions.length === 0 && (
        <p className={styles.meta}>
          Sessions are managed by the identity provider of your organisation.
        </p>
      )}
      <ul className={styles.list}>
        {sessions.map((one) => (
          <SessionRow key={one.id} session={one} />
        ))}
      </ul>
    </section>
  );
}
