// One incident: its SLA segments, creation, deletion.
import { queryOptions } from '@tanstack/react-query';
import type { IncidentCreate } from '@signalbox/sdk';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { partsKeyOf } from './records.ts';

export type { IncidentCreate, SlaHistory } from '@signalbox/sdk';

const recordPartsKey = (id: string) => partsKeyOf({ type: 'incident', id });

/** Reads the timeline and the SLA segments again. */
export const refreshParts = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: recordPartsKey(id) });

export const slaQuery = (id: string) =>
  queryOptions({
    queryKey: [...recordPartsKey(id), 'sla'],
    queryFn: ({ signal }) => client.incidents.getSla(id, { signal }),
    staleTime: 5_000,
  });

export const createIncident = (incident: IncidentCreate, idempotencyKey: string) =>
  client.incidents.create(incident, { idempotencyKey });

export const deleteIncident = (id: string, version: number) =>
  client.incidents.delete(id, { ifMatch: version });

export const restoreIncident = (id: string) => client.incidents.restore(id);
