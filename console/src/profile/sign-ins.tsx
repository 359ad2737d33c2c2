// People see here whether somebody else signed in under their address.
import { useInfiniteQuery } from '@tanstack/react-query';
import { type OwnSignIn, signInsQuery } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import styles from './profile.module.css';

/** Kinds of later releases have no words yet. */
const kinds: Readonly<Record<string, string>> = {
  sign_in: 'Signed in',
  sign_out: 'Signed out',
  key_exchange: 'An API key was used',
} satisfies Record<OwnSignIn['kind'], string>;

const SignInRow = ({ event: { kind, at, client, address } }: { event: OwnSignIn }) => (
  <li>
    <div>
      <b>{kinds[kind] ?? kind}</b>
      <p className={styles.meta}>
        {client !== null && `${client} · `}
        from {address} · <Instant at={at} />
      </p>
    </div>
  </li>
);

/** An instance with another identity provider records no sign-ins. */
export function SignIns() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(signInsQuery);
  const events = data?.pages.flatMap(({ rows }) => rows) ?? [];
  if (events.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="sign-ins">
      <h2 id="sign-ins">Recent sign-ins</h2>
      <p className={styles.meta}>
        If you do not recognise one, change your password, which ends all sessions, and revoke your
        API keys.
      </p>
      <ul className={styles.list}>
        {events.map((event) => (
          <SignInRow key={event.id} event={event} />
        ))}
      </ul>
      {hasNextPage && (
        <p>
          <Button
            unavailable={isFetchingNextPage ? 'More is being loaded.' : undefined}
            onClick={() => void fetchNextPage()}
          >
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
        </p>
      )}
    </section>
  );
}
