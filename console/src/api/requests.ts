import { queryOptions } from '@tanstack/react-query';
import type { ServiceRequest, ServiceRequestCreate } from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';
import { partsKeyOf, recordQuery } from './records.ts';

export type { ServiceRequest, ServiceRequestCreate } from '@signalbox/sdk';

const fields = [
  'short_description',
  'item',
  'priority',
  'state',
  'requested_by',
  'requested_for',
  'assignment_group',
  'assigned_to',
  'due_at',
  'updated_at',
  'custom',
  'progress',
] as const;

export type ServiceRequestRow = Pick<ServiceRequest, 'id' | (typeof fields)[number]>;

export const listServiceRequests = async (
  query: Record<string, string>,
  cursor: string | undefined,
): Promise<ListPage<ServiceRequestRow>> =>
  pageOf(await client.serviceRequests.list({ ...pageQuery(query, cursor), fields }));

export const serviceRequestQuery = (id: string) => recordQuery({ type: 'request', id });

export const serviceRequestSlaQuery = (id: string) =>
  queryOptions({
    queryKey: [...partsKeyOf({ type: 'request', id }), 'sla'],
    queryFn: ({ signal }) => client.serviceRequests.getSla(id, { signal }),
    staleTime: 5_000,
  });

export const createServiceRequest = (
  request: ServiceRequestCreate,
  idempotencyKey: string,
): Promise<ServiceRequest> => client.serviceRequests.create(request, { idempotencyKey });

type Action = (request: ServiceRequest, comment: string) => Promise<ServiceRequest>;

const commentBody = (comment: string) => (comment === '' ? {} : { comment });

/** The keys are the states that the actions lead to. */
export const serviceRequestActions: Partial<Record<ServiceRequest['state'], Action>> = {
  approved: ({ id, version }, comment) =>
    client.serviceRequests.approve(id, commentBody(comment), { ifMatch: version }),
  rejected: ({ id, version }, comment) =>
    client.serviceRequests.reject(id, commentBody(comment), { ifMatch: version }),
  fulfilled: ({ id, version }) => client.serviceRequests.fulfil(id, { ifMatch: version }),
  cancelled: ({ id, version }) => client.serviceRequests.cancel(id, { ifMatch: version }),
};
