import { queryOptions } from '@tanstack/react-query';
import type {
  IdentityProvider,
  IdentityProviderCreate,
  IdentityProviderPreview,
  IdentityProviderPreviewResult,
  IdentityProviderUpdate,
} from '@signalbox/sdk';
import { client } from '../client.ts';
import { type ListPage, pageOf, pageQuery } from '../pages.ts';

export type { IdentityProvider, IdentityProviderPreviewResult } from '@signalbox/sdk';

export const listIdentityProviders = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<IdentityProvider>> =>
  pageOf(await client.identityProviders.list(pageQuery(query, cursor)));

export const identityProviderQuery = (id: string) =>
  queryOptions({
    queryKey: ['identity-providers', id],
    queryFn: ({ signal }) => client.identityProviders.get(id, { signal }),
  });

export const createIdentityProvider = (one: IdentityProviderCreate) =>
  client.identityProviders.create(one);
export const updateIdentityProvider = (
  id: string,
  patch: IdentityProviderUpdate,
  version: number,
) => client.identityProviders.update(id, patch, { ifMatch: version });
export const previewIdentityProvider = (
  id: string,
  draft: IdentityProviderPreview,
): Promise<IdentityProviderPreviewResult> => client.identityProviders.preview(id, draft);
