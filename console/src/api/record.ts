// One incident: its timeline, SLA segments, notes with files, creation, deletion.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { IncidentCreate, TimelineEntry, WorkNoteCreate } from '@signalbox/sdk';
import { client } from './client.ts';

export type { Attachment, IncidentCreate, SlaHistory, TimelineEntry } from '@signalbox/sdk';

const TIMELINE_PAGE = 50;

/** Everything that is read beside the record itself; refetched when its version changes. */
export const recordPartsKey = (id: string) => ['incidents', 'parts', id] as const;

export const timelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: [...recordPartsKey(id), 'timeline'],
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: TIMELINE_PAGE,
        ...(pageParam !== undefined && { cursor: pageParam }),
      };
      const page = await client.incidents.listTimeline(id, query, { signal });
      const entries: TimelineEntry[] = page.data;
      return { entries, next: page.next_cursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

export const slaQuery = (id: string) =>
  queryOptions({
    queryKey: [...recordPartsKey(id), 'sla'],
    queryFn: ({ signal }) => client.incidents.getSla(id, { signal }),
    staleTime: 5_000,
  });

export type Visibility = NonNullable<WorkNoteCreate['visibility']>;

/** The key makes a note that is sent twice one note. */
export const sendNote = (id: string, note: WorkNoteCreate, idempotencyKey: string) =>
  client.incidents.addNote(id, note, { idempotencyKey });

export const downloadAttachment = (id: string, noteId: string, attachmentId: string) =>
  client.incidents.downloadAttachment(id, noteId, attachmentId);

export const createIncident = (incident: IncidentCreate, idempotencyKey: string) =>
  client.incidents.create(incident, { idempotencyKey });

export const deleteIncident = (id: string, version: number) =>
  client.incidents.delete(id, { ifMatch: version });

export const restoreIncident = (id: string) => client.incidents.restore(id);
