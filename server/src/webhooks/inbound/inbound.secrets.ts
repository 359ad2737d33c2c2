import { boundedCache } from '../../platform/limits/bounded-cache.ts';
import { secretsIn } from '../secrets.ts';

const { replaceSecret, sealText, secretsOf } = secretsIn('inbound_webhooks');
export { replaceSecret, sealText };

type SecretsOf = typeof secretsOf;
/** More webhooks than this never receive events at the same time. */
const MAX_OPENED = 1000;
const opened = boundedCache<ReturnType<SecretsOf>>(MAX_OPENED);

/** Decrypts the secrets of a row once, not for each of its events. A rotation seals other bytes, so it misses the cache. */
export const openedSecretsOf: SecretsOf = (keys, row) => {
  const { id, secret, previous_secret: previous, previous_secret_until: until } = row;
  const sealed = [secret, previous].map((one) => one?.toString('base64') ?? '');
  const name = [id, ...sealed, until ?? '', keys.current.id.toString('base64')].join();
  const known = opened.get(name);
  if (known) return known;
  const secrets = secretsOf(keys, row);
  opened.set(name, secrets);
  return secrets;
};
