import type { TimelineEntry } from '../../api/index.ts';

let count = 0;

export const entry = (fields: Partial<TimelineEntry>): TimelineEntry => {
  count += 1;
  return {
    id: `e${count}`,
    at: '2026-11-15T10:00:00Z',
    actor: 'ada@example.com',
    kind: 'incident.updated',
    record: { type: 'incident', id: 'INC0000001' },
    request_id: 'r',
    ...fields,
  };
};
