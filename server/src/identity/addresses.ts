// Everybody who acts has an e-mail address: a person's own, a client's registered one, else one made of its id.
import type { Config } from '../platform/runtime/config.ts';
import { type Fault, invalid } from '../platform/errors.ts';

export const domainOf = ({ BASE_URL }: Pick<Config, 'BASE_URL'>): string =>
  new URL(BASE_URL).hostname;

export const clientAddress = (config: Pick<Config, 'BASE_URL'>, clientId: string): string =>
  `${clientId}@clients.${domainOf(config)}`;

/** Made addresses are nobody's to register: who had one would own the records of that client. */
export function requireFreeAddress(
  config: Pick<Config, 'BASE_URL'>,
  email: string | null | undefined,
): void {
  const reserved = clientAddress(config, '').toLowerCase();
  if (!email?.toLowerCase().endsWith(reserved)) return;
  const fault: Fault = {
    in: 'body',
    pointer: '/email',
    code: 'not_allowed',
    message: `email cannot end in ${reserved}; such addresses are those of clients without one.`,
  };
  throw invalid([fault]);
}
