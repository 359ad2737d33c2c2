// Fields that a directory provides are changed there: a change by hand would last until its next synchronisation.
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../platform/errors.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { activeConnectorName } from './connector.sql.ts';

export async function requireUnprovisioned<Row extends { provisioned_by: string | null }>(
  tx: Tx,
  before: Row,
  next: Row,
  provided: readonly (keyof Row & string)[],
): Promise<void> {
  const { provisioned_by: connector } = before;
  if (connector === null) return;
  const changed = provided.filter((field) => !isDeepStrictEqual(before[field], next[field]));
  if (changed.length === 0) return;
  const name = await activeConnectorName(tx, connector);
  if (name === undefined) return;
  throw new ApiError(
    'provisioned',
    `The SCIM connector ${name} provides ${changed.join(', ')}. Change them in that directory, or deactivate the connector to change them here.`,
    { connector, fields: changed },
  );
}
