// Every actor has an e-mail address: a user's own, a client's registered one, else one derived from the client's id.
import type { Config } from '../platform/runtime/config.ts';
import { type Fault, invalid } from '../platform/errors.ts';

export const domainOf = ({ BASE_URL }: Pick<Config, 'BASE_URL'>): string =>
  new URL(BASE_URL).hostname;

export const clientAddress = (config: Pick<Config, 'BASE_URL'>, clientId: string): string =>
  `${clientId}@clients.${domainOf(config)}`;

/** Derived addresses cannot be registered: their owner would own the records of that client. */
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
    message: `email must not end in ${reserved}; these addresses are reserved for clients without an e-mail address.`,
  };
  throw invalid([fault]);
}
