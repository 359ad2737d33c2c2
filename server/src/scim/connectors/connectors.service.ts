// A connector is a directory of the organisation, such as Entra or Okta, which provisions users and groups by SCIM.
import { hashKey, keyForm, ruleWarnings } from '../../identity/index.ts';
import { picker } from '../../platform/http/input/schema.ts';
import {
  createdRecord,
  etagOf,
  ok,
  okRecord,
  type PatchContext,
  type Reply,
  type RequestContext,
} from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import {
  createRecord,
  getHandler,
  listHandler,
  lockRequested,
  type RecordType,
  saveUpdate,
} from '../../records/index.ts';
import {
  Connector,
  type ConnectorCreate,
  type ConnectorUpdate,
  TOKEN_DAYS,
} from './connectors.schema.ts';
import { type ConnectorRow, connectorTable } from './connectors.sql.ts';

const connectors: RecordType<ConnectorRow> & { table: typeof connectorTable } = {
  type: 'scim_connector',
  noun: 'SCIM connector',
  path: '/scim-connectors',
  table: connectorTable,
  auditedFields: ['name', 'role_rules', 'allow_emptying', 'may_grant_super_admin', 'active'],
};

export const SCIM_ROOT = '/scim/v2';
const DAY_MS = 86_400_000;

const tokenForm = keyForm('sbscim_');
export const isToken = tokenForm.isWellFormed;

const pick = picker(Connector);

const present = (row: Omit<ConnectorRow, 'token_hash'>, { baseUrl }: { baseUrl: string }) =>
  pick({ ...row, url: `${baseUrl}${SCIM_ROOT}` });

/** Returns the token with the columns that it sets. */
const newToken = (now: Date) => {
  const token = tokenForm.make();
  const expires_at = new Date(now.getTime() + TOKEN_DAYS * DAY_MS).toISOString();
  return { token, columns: { token_hash: hashKey(token), expires_at } };
};

export const listConnectors = listHandler(connectors, connectorTable.list, { present });
export const getConnector = getHandler(connectors, present);

export async function createConnector(
  tx: Tx,
  request: RequestContext<unknown, unknown, ConnectorCreate>,
): Promise<Reply> {
  const at = request.now.toISOString();
  const { token, columns } = newToken(request.now);
  const row = await createRecord(tx, request, connectors, {
    role_rules: [],
    allow_emptying: false,
    may_grant_super_admin: false,
    active: true,
    ...request.body,
    ...columns,
    created_at: at,
    updated_at: at,
  });
  const warned = await ruleWarnings(tx, request.body.role_rules);
  const shown = { ...present(row, request), token, ...warned };
  return createdRecord(request, row.id, shown);
}

export async function updateConnector(
  tx: Tx,
  request: PatchContext<{ id: string }, unknown, ConnectorUpdate>,
): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, connectors);
  // The time of the last use changes without a new version, so the value of an earlier response is accepted.
  const input = await request.readPatch((sent) => ({
    ...present(before, request),
    last_used_at: sent['last_used_at'],
  }));
  const row = await saveUpdate(tx, context, connectors, before, { ...before, ...input });
  return okRecord({ ...present(row, request), ...(await ruleWarnings(tx, input.role_rules)) });
}

/** The old token is refused at once. */
export async function rotateToken(tx: Tx, request: RequestContext<{ id: string }>): Promise<Reply> {
  const { before, context } = await lockRequested(tx, request, connectors);
  const { token, columns } = newToken(context.now);
  const next = { ...before, ...columns };
  const row = await saveUpdate(tx, context, connectors, before, next, {
    kind: 'scim_connector.token_rotated',
    also: { token: { from: null, to: null } },
  });
  return ok({ ...present(row, request), token }, { etag: etagOf(row.version) });
}
