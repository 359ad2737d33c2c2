import { queryOptions } from '@tanstack/react-query';
import type {
  Incident,
  IncidentBulk,
  IncidentCreate,
  JobAccepted,
  IncidentSummaryFields,
  ListedSla,
  SlaTarget,
} from '@signalbox/sdk';
import { client } from './client.ts';
import { type ListPage, pageOf, pageQuery } from './pages.ts';
import { queryClient } from './query-client.ts';
import { incidentRequestOf, partsKeyOf, type RecordPatch, recordQuery } from './records.ts';

export type { Incident, IncidentCreate, SlaHistory } from '@signalbox/sdk';
export { openStates } from '../words/index.ts';

/** The keys are parameters of the API. */
export type IncidentQuery = Record<string, string>;

/** The queue shows these columns; an update needs the version. */
const fields = [
  'short_description',
  'priority',
  'state',
  'on_hold_reason',
  'on_hold_until',
  'requester',
  'assigned_to',
  'assignment_group',
  'category',
  'updated_at',
  'created_at',
  'external_id',
  'work_notes_count',
  'last_reply_by',
  'last_reply_at',
  'version',
  'sla',
  'next_target',
  'custom',
] as const;

export type NextTarget = NonNullable<IncidentSummaryFields['next_target']>;

export interface IncidentRow {
  id: string;
  short_description: string;
  priority: string;
  state: string;
  on_hold_reason: string | null;
  on_hold_until: string | null;
  assigned_to: string | null;
  assignment_group: string | null;
  requester: string | null;
  category: string | null;
  updated_at: string;
  created_at: string;
  external_id: string | null;
  work_notes_count: number;
  last_reply_by: 'requester' | 'us' | null;
  last_reply_at: string | null;
  version: number;
  sla: ListedSla;
  next_target?: NextTarget | null;
  /** A row that was read or saved alone has all targets. */
  sla_targets?: SlaTarget[];
  custom?: Record<string, unknown>;
}

export const listIncidents = async (
  query: IncidentQuery,
  cursor: string | undefined,
): Promise<ListPage<IncidentRow>> =>
  pageOf(await client.incidents.list({ ...pageQuery(query, cursor), fields }));

export type Facet = 'state' | 'priority' | 'assignment_group' | 'assigned_to' | 'category';

export const countsQuery = (query: IncidentQuery, by: readonly Facet[]) =>
  queryOptions({
    queryKey: ['incidents', 'counts', query, by],
    queryFn: ({ signal }) => client.incidents.count({ ...query, by }, { signal }),
    staleTime: 10_000,
    refetchInterval: 60_000,
  });

/** Reloads the counts of views and filter values. */
export const refreshCounts = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['incidents', 'counts'] });

export const incidentQuery = (id: string) => recordQuery({ type: 'incident', id });

const recordPartsKey = (id: string) => partsKeyOf({ type: 'incident', id });

/** Reloads the timeline and the SLA segments. */
export const refreshParts = (id: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: recordPartsKey(id) });

/** Reads the history of the resolution clock, and of every target. */
export const slaQuery = (id: string) =>
  queryOptions({
    queryKey: [...recordPartsKey(id), 'sla'],
    queryFn: ({ signal }) => client.incidents.getSla(id, { signal }),
    staleTime: 5_000,
  });

export const createIncident = (incident: IncidentCreate, idempotencyKey: string) =>
  client.incidents.create(incident, { idempotencyKey });

/** The person who has the trouble says that it is fixed, which closes the incident. */
export const confirmIncident = (id: string): Promise<Incident> => client.incidents.confirm(id);

export const deleteIncident = (id: string, version: number) =>
  client.incidents.delete(id, { ifMatch: version });

export const restoreIncident = (id: string) => client.incidents.restore(id);

export const addNote = (id: string, body: string, visibility: 'team' | 'public' | 'private') =>
  client.incidents.addNote(id, { body, visibility });

export interface BulkRow {
  id: string;
  /** Without a version, the row is changed whatever its version is. */
  version?: number | undefined;
}

/** Each row carries the version that is shown: a record that has changed since is refused, not overwritten. */
export const bulkUpdate = (
  rows: readonly BulkRow[],
  patch: RecordPatch,
  isDryRun: boolean,
): Promise<JobAccepted> => {
  const { operation, bodyOf } = incidentRequestOf(patch);
  const request = {
    operation,
    records: rows.map(({ id, version }) => ({
      ...bodyOf(patch),
      id,
      ...(version !== undefined && { version }),
    })),
    dry_run: isDryRun,
  };
  return client.incidents.bulk(request as IncidentBulk);
};
