// Events in the open queues: rows change in place, arrivals are counted, and what an event does not carry is read again.
import {
  type Incident,
  incidentQuery,
  type LiveEvent,
  queryClient,
  rowOf,
} from '../../api/index.ts';
import { onAcceptedRow } from '../../lists/index.ts';
import { live } from '../../live/index.ts';
import { isDecidable, stillMatches } from './queue.match.ts';
import { openQueues, type Queue } from './queue.store.ts';

/** The fields of a row that events of incidents carry. */
const carried = [
  'short_description',
  'priority',
  'state',
  'category',
  'assignment_group',
  'assigned_to',
] as const;

type Fields = Record<(typeof carried)[number], string>;

const fieldsOf = (data: object): Fields | undefined =>
  carried.every((name) => name in data)
    ? (Object.fromEntries(
        carried.map((name) => [name, (data as Record<string, unknown>)[name]]),
      ) as Fields)
    : undefined;

function applyTo(queue: Queue, event: LiveEvent, fields: Fields | undefined): void {
  const { id } = event.record;
  if (queue.rows.indexOf(id) !== undefined) {
    if (!queue.isNewer(id, event.sequence)) return;
    if (fields) queue.applyEvent(id, { ...fields, updated_at: event.timestamp });
    else queue.applyEvent(id, { left: 'deleted' });
    return;
  }
  // An unknown record may be on a page that is not loaded; one that was just created is not.
  const isNew = event.event === 'incident.created' || !queue.rows.hasMore;
  if (isNew && fields && isDecidable(queue.query) && stillMatches(fields, queue.query))
    queue.countNew(id);
}

const COUNTS_MS = 5000;
let countsTimer: ReturnType<typeof setTimeout> | undefined;

/** The counts of views and facets, at most every five seconds. */
function refreshCountsSoon(): void {
  countsTimer ??= setTimeout(() => {
    countsTimer = undefined;
    void queryClient.invalidateQueries({ queryKey: ['incidents', 'counts'] });
  }, COUNTS_MS);
}

function onEvent(event: LiveEvent): void {
  if (event.record.type !== 'incident') return;
  const fields = fieldsOf(event.data);
  for (const queue of openQueues()) applyTo(queue, event, fields);
  refreshCountsSoon();
  void queryClient.invalidateQueries({ queryKey: incidentQuery(event.record.id).queryKey });
}

/** Once, when the session has started. */
export function startQueueUpdates(): void {
  live.onEvent(onEvent);
  onAcceptedRow((type, record) => {
    if (type !== 'incident') return;
    for (const queue of openQueues()) queue.patch(record.id, rowOf(record as Incident));
  });
  live.onGap(() => {
    for (const queue of openQueues()) void queue.refreshShown();
    refreshCountsSoon();
  });
}
