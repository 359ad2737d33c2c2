// A service request is visible to those whom it belongs to, and to those who decide it.
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/http/request/context.ts';
import { every } from '../../platform/lists/conditions.ts';
import type { Scope } from '../../platform/lists/list-spec.ts';
import { type Actor, isOwnAddress, type Viewer } from '../../platform/context.ts';
import { ownerVisibility, type RowVisibility } from '../../records/index.ts';
import type { ServiceRequestRow } from '../requests.sql.ts';
import { isApproverSql, standInsSql } from './approvals.sql.ts';

const ofParties = ownerVisibility<ServiceRequestRow>('service_requests', [
  'requested_by',
  'requested_for',
]);

/** The people whom a stage names, and those who stand in for them, may read the request, whatever their role. */
const isApprover = ({ approvers, stand_ins }: ServiceRequestRow, actor: Actor): boolean =>
  approvers?.some((one) => isOwnAddress(actor, one)) === true ||
  stand_ins?.some(({ by }) => isOwnAddress(actor, by)) === true;

const where = (viewer: Viewer) =>
  sql<boolean>`(${ofParties.where(viewer)} or ${isApproverSql(viewer.actor)})`;

export const requestVisibility: RowVisibility<ServiceRequestRow> = {
  columns: ['requested_by', 'requested_for', 'approvers'],
  related: { stand_ins: standInsSql },
  canSee: (row, viewer) => ofParties.canSee(row, viewer) || isApprover(row, viewer.actor),
  scope: (viewer) =>
    viewer.reach === 'all'
      ? { key: 'all' }
      : { key: `own ${viewer.actor.email.toLowerCase()}`, where: where(viewer) },
  where,
};

/** With `own=true`, a list leaves out requests that the caller reads only because of a role, or decides for others. */
export function narrowToOwn(scope: Scope, request: RequestContext): Scope {
  if (!(request.query as { own?: boolean }).own) return scope;
  return {
    ...scope,
    key: `${scope.key} by or for ${request.actor.email.toLowerCase()}`,
    where: every([scope.where, ofParties.where(request)]),
  };
}
