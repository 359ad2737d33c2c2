import { type IdentityProvider, listIdentityProviders } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const identityProviderList = defineList<IdentityProvider>({
  filters: [],
  read: listIdentityProviders,
});
