// Administrators register the identity providers of their organisation. Client secrets are encrypted in their row.
import { ApiError, type Fault, invalid } from '../../../platform/errors.ts';
import { open, rowIdOf, seal, type SecretKeys } from '../../../platform/crypto/sealing.ts';
import { picker } from '../../../platform/http/input/schema.ts';
import {
  createdRecord,
  okRecord,
  type PatchContext,
  type Reply,
  type RequestContext,
} from '../../../platform/http/request/context.ts';
import type { Tx } from '../../../platform/postgres/tables.ts';
import type { Config } from '../../../platform/runtime/config.ts';
import {
  createRecord,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../../records/index.ts';
import { ruleWarnings } from '../../grants/rule-warnings.ts';
import { issuerFaults } from './issuer.ts';
import {
  IdentityProvider,
  type IdentityProviderCreate,
  type IdentityProviderUpdate,
} from './providers.schema.ts';
import {
  type IdentityProviderRow,
  identityProviderTable,
  newIdentityProviderId,
} from './providers.sql.ts';

export const identityProviders: RecordType<IdentityProviderRow> & {
  table: typeof identityProviderTable;
} = {
  type: 'identity_provider',
  noun: 'Identity provider',
  path: '/identity-providers',
  table: identityProviderTable,
  auditedFields: [
    'name',
    'issuer',
    'client_id',
    'scopes',
    'domains',
    'create_users',
    'trusts_addresses',
    'may_grant_super_admin',
    'role_rules',
    'active',
  ],
};

const defaults = {
  scopes: ['openid', 'profile', 'email'],
  create_users: false,
  trusts_addresses: false,
  may_grant_super_admin: false,
  role_rules: [],
  active: true,
};

const pick = picker(IdentityProvider);

/** Only AUTH_URL decides about it, never a header of a request. Each provider has its own (RFC 9700, section 4.4). */
export const redirectUriOf = ({ AUTH_URL }: Pick<Config, 'AUTH_URL'>, id: string): string =>
  `${AUTH_URL.replace(/\/$/, '')}/identity-providers/${id}/callback`;

const present = (row: Omit<IdentityProviderRow, 'client_secret'>, config: Config) =>
  pick({ ...row, redirect_uri: redirectUriOf(config, row.id) });

const rowId = (id: string): string => rowIdOf('identity_providers', id);

const sealSecret = (keys: SecretKeys, id: string, secret: string): Buffer =>
  seal(keys, rowId(id), Buffer.from(secret));

export const secretOf = (
  keys: SecretKeys,
  { id, client_secret }: Pick<IdentityProviderRow, 'id' | 'client_secret'>,
): string => open(keys, rowId(id), client_secret).toString();

/** With OIDC_ISSUER, people do not sign in here at all. */
export function requireOwnSignIn({ deps: { config } }: Pick<RequestContext, 'deps'>): void {
  if (config.OIDC_ISSUER === '') return;
  throw new ApiError(
    'identity_providers_unavailable',
    `This instance uses the identity provider ${config.OIDC_ISSUER} (OIDC_ISSUER), so people do not sign in here, and there are no identity providers behind it.`,
  );
}

type Rights = Pick<IdentityProviderRow, 'may_grant_super_admin' | 'role_rules'>;

export const ruleFaults = ({ may_grant_super_admin, role_rules }: Rights): Fault[] =>
  role_rules.flatMap(({ roles }, at): Fault[] =>
    roles.includes('super_admin') && !may_grant_super_admin
      ? [
          {
            in: 'body',
            pointer: `/role_rules/${at}/roles`,
            code: 'not_allowed',
            message: 'role_rules may contain super_admin only with may_grant_super_admin.',
          },
        ]
      : [],
  );

export const requireValid = (faults: readonly Fault[]): void => {
  if (faults.length > 0) throw invalid(faults);
};

const lowerCase = (domains: readonly string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

export const listIdentityProviders = (request: RequestContext): Promise<Reply> => {
  requireOwnSignIn(request);
  return listHandler(identityProviders, identityProviderTable.list, {
    present: (row) => present(row, request.deps.config),
  })(request);
};

const getRecord = getHandler(identityProviders, (row, { deps }) => present(row, deps.config));

export const getIdentityProvider = (request: RequestContext<{ id: string }>): Promise<Reply> => {
  requireOwnSignIn(request);
  return getRecord(request as Parameters<typeof getRecord>[0]);
};

export async function createIdentityProvider(
  tx: Tx,
  request: RequestContext<unknown, unknown, IdentityProviderCreate>,
): Promise<Reply> {
  requireOwnSignIn(request);
  const { client_secret, ...input } = request.body;
  const { deps } = request;
  const given = { ...defaults, ...input, domains: lowerCase(input.domains) };
  requireValid([...(await issuerFaults(deps, input.issuer)), ...ruleFaults(given)]);
  const id = await newIdentityProviderId(tx);
  const at = request.now.toISOString();
  const row = await createRecord(tx, request, identityProviders, {
    ...given,
    id,
    client_secret: sealSecret(deps.keys, id, client_secret),
    created_at: at,
    updated_at: at,
  });
  const warned = await ruleWarnings(tx, input.role_rules);
  return createdRecord(request, id, { ...present(row, deps.config), ...warned });
}

export async function updateIdentityProvider(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, IdentityProviderUpdate>,
): Promise<Reply> {
  requireOwnSignIn(request);
  const { before, context } = await lockRequested(tx, request, identityProviders);
  const { config, keys } = request.deps;
  const { client_secret, ...input } = await request.readPatch(() => present(before, config));
  const next: IdentityProviderRow = {
    ...before,
    ...input,
    ...(input.domains && { domains: lowerCase(input.domains) }),
    ...(client_secret !== undefined && {
      client_secret: sealSecret(keys, before.id, client_secret),
    }),
  };
  requireValid(ruleFaults(next));
  // The audit entry shows that the secret changed, not its value.
  const secretChanged = { client_secret: { from: null, to: null } };
  const row = await saveUpdate(tx, context, identityProviders, before, next, {
    ...(client_secret !== undefined && { also: secretChanged }),
  });
  return okRecord({ ...present(row, config), ...(await ruleWarnings(tx, input.role_rules)) });
}
