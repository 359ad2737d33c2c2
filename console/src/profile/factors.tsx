// Second factors are managed on a page of the identity provider, which asks again who it is; here they are only listed.
import { useQuery } from '@tanstack/react-query';
import { type Factor, factorsQuery } from '../api/index.ts';
import { Instant } from '../ui/marks/instant.tsx';
import styles from './profile.module.css';

const nouns: Record<Factor['kind'], string> = { totp: 'authenticator app', passkey: 'passkey' };

const codesText = (count: number): string =>
  `${count} recovery ${count === 1 ? 'code' : 'codes'} left.`;

function FactorRow({ factor }: { factor: Factor }) {
  return (
    <li>
      <div>
        <b>{factor.name}</b>
        <p className={styles.meta}>
          {nouns[factor.kind]} · added <Instant at={factor.created_at} />
          {factor.last_used_at !== null && (
            <>
              {' '}
              · last used <Instant at={factor.last_used_at} />
            </>
          )}
        </p>
      </div>
    </li>
  );
}

/** People of another identity provider have their second factors there. */
export function Factors() {
  const { data } = useQuery(factorsQuery);
  if (!data?.url) return null;
  const { data: factors, required, recovery_codes, url } = data;
  return (
    <section className={styles.section} aria-labelledby="factors">
      <h2 id="factors">Second factor</h2>
      <p className={styles.meta}>
        {factors.length > 0
          ? codesText(recovery_codes)
          : `You have none${required ? ', but your role needs one' : ''}.`}
      </p>
      <ul className={styles.list}>
        {factors.map((factor) => (
          <FactorRow key={factor.id} factor={factor} />
        ))}
      </ul>
      <p>
        <a href={url}>{factors.length > 0 ? 'Manage second factors' : 'Set up a second factor'}</a>
      </p>
    </section>
  );
}
