// A handler of SCIM takes a request of a connector, whose token is verified.
import type { AuditContext } from '../platform/context.ts';
import { monotonicNow } from '../records/index.ts';
import type { Deps } from '../platform/runtime/deps.ts';
import type { ConnectorRow } from './connectors/connectors.sql.ts';
import { ScimError } from './protocol/scim-error.ts';

export interface ScimRequest {
  deps: Deps;
  connector: ConnectorRow;
  context: AuditContext;
  /** Locations of resources begin with this URL. */
  root: string;
  id: string;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  ifMatch: string | undefined;
}

/** Returns the context of a change to a locked row, which is dated after the last one. */
export const contextAt = (
  { context, deps }: Pick<ScimRequest, 'context' | 'deps'>,
  row: Parameters<typeof monotonicNow>[1],
): AuditContext => ({ ...context, now: monotonicNow({}, row, deps.now()) });

/** A parameter that is sent twice has no single value. */
export function parameterOf({ query }: Pick<ScimRequest, 'query'>, name: string) {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value;
  throw new ScimError(400, 'invalidValue', `Send the parameter ${name} once.`);
}
