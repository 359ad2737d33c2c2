// Records of every type have a version and a timeline; most of them have notes with files.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  Article,
  Change,
  Ci,
  Incident,
  IncidentMerge,
  IncidentResolve,
  MacroApplication,
  ServiceRequest,
  Task,
  TimelineEntry,
  WorkNoteCreate,
} from '@signalbox/sdk';
import { nestCustom } from '../words/index.ts';
import { client } from './client.ts';

export type { Attachment, TimelineEntry } from '@signalbox/sdk';

/** The keys are the names of the types in events and timelines. */
export interface RecordTypes {
  incident: Incident;
  change: Change;
  request: ServiceRequest;
  ci: Ci;
  article: Article;
  task: Task;
}
export type RecordType = keyof RecordTypes;

export interface RecordRef<T extends RecordType = RecordType> {
  type: T;
  id: string;
}

/** The value null clears a field. Those of custom fields are named `custom.<key>`. */
export type RecordPatch = Readonly<Record<string, unknown>>;

const resources = {
  incident: client.incidents,
  change: client.changes,
  request: client.serviceRequests,
  ci: client.cis,
  article: client.articles,
  task: client.tasks,
} as const;

const noted = {
  incident: client.incidents,
  change: client.changes,
  request: client.serviceRequests,
} as const;

const resourceOf = <T extends RecordType>(type: T) =>
  resources[type] as unknown as {
    get: (id: string) => Promise<RecordTypes[T]>;
    update: (
      id: string,
      patch: RecordPatch,
      options: { ifMatch?: number },
    ) => Promise<RecordTypes[T]>;
    listTimeline: (
      id: string,
      query: { limit: number; cursor?: string },
      options: { signal: AbortSignal },
    ) => Promise<{ data: TimelineEntry[]; next_cursor?: string }>;
  };

/** The service counts each read of these types as a view, so they are read again only if they have changed. */
const countedTypes: ReadonlySet<RecordType> = new Set(['article']);
export const countsReads = (type: RecordType): boolean => countedTypes.has(type);

const STALE_MS = 5_000;
const STALE_COUNTED_MS = 60_000;

const isNewer = (known: unknown, read: unknown): boolean =>
  ((known as { version: number } | undefined)?.version ?? 0) >
  (read as { version: number }).version;

export const recordQuery = <T extends RecordType>({ type, id }: RecordRef<T>) =>
  queryOptions({
    queryKey: [type, 'record', id],
    // The signal is not passed on: leaving a list must not cancel the request that the page of the record waits for.
    queryFn: () => resourceOf(type).get(id),
    staleTime: countsReads(type) ? STALE_COUNTED_MS : STALE_MS,
    // A slow response must not replace the result of a later change.
    structuralSharing: (known, read) => (isNewer(known, read) ? known : read),
  });

type Update = (id: string, patch: RecordPatch, options: { ifMatch?: number }) => Promise<Incident>;

interface IncidentRequest {
  /** Tells whether the patch is sent by this request. */
  takes: (patch: RecordPatch) => boolean;
  /** Bulk jobs name the request by this operation, and send each row the fields as its body. */
  operation: 'resolve' | 'merge' | 'unmerge' | 'apply_macro' | 'update';
  bodyOf: (patch: RecordPatch) => RecordPatch;
  send: Update;
}

/** Some changes of an incident are requests of their own; the first that takes a patch sends it. */
const incidentRequests: readonly IncidentRequest[] = [
  {
    // Resolving may pass through several transitions; PATCH takes one.
    takes: (patch) => patch['state'] === 'resolved' && 'resolution' in patch,
    operation: 'resolve',
    bodyOf: ({ state: _state, ...fields }) => fields,
    send: (id, body, options) =>
      client.incidents.resolve(id, body as unknown as IncidentResolve, options),
  },
  {
    takes: ({ merged_into: leader }) => typeof leader === 'string',
    operation: 'merge',
    bodyOf: ({ merged_into: into, work_note: note }) => ({
      into,
      ...(note !== undefined && { note }),
    }),
    send: (id, body, options) =>
      client.incidents.merge(id, body as unknown as IncidentMerge, options),
  },
  {
    takes: (patch) => 'macro_id' in patch,
    operation: 'apply_macro',
    bodyOf: (patch) => patch,
    send: (id, body) => client.incidents.applyMacro(id, body as unknown as MacroApplication),
  },
  {
    takes: (patch) => 'merged_into' in patch,
    operation: 'unmerge',
    bodyOf: () => ({}),
    send: (id, _body, options) => client.incidents.unmerge(id, options),
  },
];

const patchIncident: IncidentRequest = {
  takes: () => true,
  operation: 'update',
  bodyOf: (patch) => patch,
  send: (id, body, options) => client.incidents.update(id, nestCustom(body), options),
};

export const incidentRequestOf = (patch: RecordPatch): IncidentRequest =>
  incidentRequests.find(({ takes }) => takes(patch)) ?? patchIncident;

const updateIncident: Update = (id, patch, options) => {
  const { bodyOf, send } = incidentRequestOf(patch);
  return send(id, bodyOf(patch), options);
};

export const updateRecord = <T extends RecordType>(
  { type, id }: RecordRef<T>,
  patch: RecordPatch,
  version: number | undefined,
): Promise<RecordTypes[T]> => {
  const options = version === undefined ? {} : { ifMatch: version };
  return type === 'incident'
    ? (updateIncident(id, patch, options) as Promise<unknown> as Promise<RecordTypes[T]>)
    : resourceOf(type).update(id, nestCustom(patch), options);
};

/** Queries under this key are reloaded when the version of the record changes. */
export const partsKeyOf = ({ type, id }: RecordRef) => [type, 'parts', id] as const;

const TIMELINE_PAGE = 50;

export const timelineOf = (record: RecordRef) =>
  infiniteQueryOptions({
    queryKey: [...partsKeyOf(record), 'timeline'],
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: TIMELINE_PAGE, ...(pageParam !== undefined && { cursor: pageParam }) };
      const page = await resourceOf(record.type).listTimeline(record.id, query, { signal });
      return { entries: page.data, next: page.next_cursor };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 5_000,
    refetchInterval: 30_000,
  });

export type Visibility = NonNullable<WorkNoteCreate['visibility']>;
export type NotedRef = RecordRef<keyof typeof noted>;

/** A note sent twice with the same key is added once. */
export const sendNote = (
  { type, id }: NotedRef,
  note: WorkNoteCreate,
  idempotencyKey: string,
): Promise<{ id: string }> => noted[type].addNote(id, note, { idempotencyKey });

export const downloadAttachment = (
  { type, id }: NotedRef,
  noteId: string,
  attachmentId: string,
): Promise<Blob> => noted[type].downloadAttachment(id, noteId, attachmentId);

/** Files never change, so one that was read once is not read again. */
export const attachmentQuery = (record: NotedRef, noteId: string, attachmentId: string) =>
  queryOptions({
    queryKey: [record.type, 'attachment', record.id, noteId, attachmentId],
    queryFn: () => downloadAttachment(record, noteId, attachmentId),
    staleTime: Infinity,
  });
