// SLA policies give records their targets, and conditions say to which.
import { queryOptions } from '@tanstack/react-query';
import type {
  CalendarUpdate,
  SlaPolicyCreate,
  SlaPolicyPreview,
  SlaPolicySummary,
  SlaPolicyUpdate,
} from '@signalbox/sdk';
import { client } from '../client.ts';

export type {
  ConditionFieldEntry,
  SlaPolicy,
  SlaPolicyPreviewResult,
  SlaPolicySummary,
  SlaTarget,
  SlaTargetHistory,
} from '@signalbox/sdk';

/** An instance has at most this many policies, and lists return at most this many calendars at once. */
export const MAX_POLICIES = 100;
const MAX_CALENDARS = 200;

/** The policies are in the order in which they are tried. */
export const slaPoliciesQuery = queryOptions({
  queryKey: ['sla-policies'],
  queryFn: async ({ signal }): Promise<SlaPolicySummary[]> => {
    const { data } = await client.slaPolicies.list(
      { limit: MAX_POLICIES, sort: 'position', order: 'asc' },
      { signal },
    );
    return data;
  },
});

export const slaPolicyQuery = (id: string) =>
  queryOptions({
    queryKey: ['sla-policies', id],
    queryFn: ({ signal }) => client.slaPolicies.get(id, { signal }),
  });

export const createSlaPolicy = (policy: SlaPolicyCreate) => client.slaPolicies.create(policy);
/** A move is sent without a version, because it replaces nothing that somebody else may have edited. */
export const updateSlaPolicy = (id: string, patch: SlaPolicyUpdate, version?: number) =>
  client.slaPolicies.update(id, patch, version === undefined ? {} : { ifMatch: version });
export const deleteSlaPolicy = (id: string, version: number) =>
  client.slaPolicies.delete(id, { ifMatch: version });

export const previewSlaPolicy = (policy: SlaPolicyPreview) => client.slaPolicies.preview(policy);
export const previewCalendarChange = (id: string, calendar: CalendarUpdate) =>
  client.calendars.previewChange(id, calendar);

const FIELDS_MS = 60_000;

export const conditionFieldsQuery = (recordType: 'incident' | 'request') =>
  queryOptions({
    queryKey: ['condition-fields', recordType],
    queryFn: async ({ signal }) => {
      const query = { record_type: recordType };
      return (await client.slaPolicies.listConditionFields(query, { signal })).data;
    },
    staleTime: FIELDS_MS,
  });

/** Returns the names of the calendars by their ids. */
export const calendarNamesQuery = queryOptions({
  queryKey: ['calendars', 'names'],
  queryFn: async ({ signal }): Promise<Record<string, string>> => {
    const query = { limit: MAX_CALENDARS, fields: ['name'] } as const;
    const { data } = await client.calendars.list(query, { signal });
    return Object.fromEntries(data.map(({ id, name }) => [id, name]));
  },
});
