import { queryOptions } from '@tanstack/react-query';
import { type Identity, type IdentityProvider, SignalboxError, type User } from '@signalbox/sdk';
import { client } from '../client.ts';

export interface LinkedAccount extends Pick<Identity, 'subject' | 'linked_at' | 'last_sign_in_at'> {
  provider: Pick<IdentityProvider, 'id' | 'name'>;
}

const MAX_PROVIDERS = 200;

/** An instance with another identity provider has no list of them. */
async function readProviders(signal: AbortSignal): Promise<readonly IdentityProvider[]> {
  try {
    return (await client.identityProviders.list({ limit: MAX_PROVIDERS }, { signal })).data;
  } catch (error) {
    if (error instanceof SignalboxError && error.code === 'identity_providers_unavailable')
      return [];
    throw error;
  }
}

/** A user has at most one account at each provider. */
export const linkedAccountsQuery = ({ id, email }: Pick<User, 'id' | 'email'>) =>
  queryOptions({
    queryKey: ['users', id, 'identities'],
    queryFn: async ({ signal }): Promise<LinkedAccount[]> => {
      const found = await Promise.all(
        (await readProviders(signal)).map(async (provider) => {
          const { data } = await client.identityProviders.listIdentities(
            provider.id,
            { email: [email] },
            { signal },
          );
          return data
            .filter(({ user_id }) => user_id === id)
            .map((identity) => ({ ...identity, provider }));
        }),
      );
      return found.flat();
    },
  });

export const unlinkAccount = ({ provider }: LinkedAccount, userId: string) =>
  client.identityProviders.unlink(provider.id, userId);
