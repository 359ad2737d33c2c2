// Measures first and deep pages of a large event log and audit trail: of requesters, by type and by kind.
import { Seal } from '../../server/src/platform/lists/cursor.ts';
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { atMost, type Report } from '../../server/test/support/report.ts';
import { measureResponse } from '../response-time.ts';

type Sizes = Record<'events' | 'requesters' | 'requests', number>;

const GOAL_P99_MS = 60;
const WARM_UP = 5;
const EVENTS_PER_INCIDENT = 5;
const DAYS = 90;
/** This many of 10,000 events are of the rare type. */
const RARE = 1;

const requester = (n: number): string => `requester${n}@example.com`;

/** Inserts events and entries of incidents of many openers, a few of them of a rare type and kind. */
async function fill(instance: Instance, { events, requesters }: Sizes): Promise<void> {
  const incidents = Math.ceil(events / EVENTS_PER_INCIDENT);
  await instance.sql(
    `insert into incidents (short_description, priority, priority_explicit, state, opened_by,
       sla_target_seconds, sla_breach_at, event_sequence, created_at, updated_at, deleted_at, deleted_by)
     select 'Filled ' || n, 'P3', true, 'closed', 'requester' || n % $2::int || '@example.com',
       86400, at + interval '1 day', $3::int, at, at, case when n % 50 = 0 then at end, case when n % 50 = 0 then 'a@example.com' end
     from generate_series(0, $1::int - 1) as n,
       lateral (select now() - (n::float8 / $1) * $4::int * interval '1 day' as at) as t`,
    [incidents, requesters, EVENTS_PER_INCIDENT, DAYS],
  );
  const each = `incidents cross join generate_series(1, ${EVENTS_PER_INCIDENT}) as sequence,
    lateral (select created_at + sequence * interval '1 minute' as at,
      sequence = 2 and abs(hashtext(incidents.id)) % 10000 < ${RARE * EVENTS_PER_INCIDENT} as is_rare) as t`;
  await instance.sql(
    `insert into events (type, record_type, record_id, sequence, occurred_at, data, relayed_at)
     select case when is_rare then 'sla.breached' when sequence = 1 then 'incident.created' else 'incident.updated' end,
       'incident', id, sequence, at, jsonb_build_object('id', id, 'sequence', sequence, 'short_description', short_description,
         'changes', jsonb_build_object('state', jsonb_build_object('from', 'new', 'to', 'in_progress'))), at
     from ${each}`,
  );
  await instance.sql(
    `insert into entries (at, actor, kind, record_type, record_id, record_version, request_id)
     select at, 'agent' || sequence || '@example.com',
       case when is_rare then 'incident.deleted' when sequence = 1 then 'incident.created' else 'incident.updated' end,
       'incident', id, sequence, 'r' || id || sequence
     from ${each}`,
  );
  await instance.sql('vacuum analyze');
}

interface Question {
  name: string;
  token: (n: number) => Promise<string>;
  path: (n: number) => string;
}

/** Builds a cursor in the middle of the log, as the list itself would have returned it. */
function deepCursor(instance: Instance, bound: readonly unknown[]): string {
  const at = new Date(Date.now() - (DAYS * 86_400_000) / 2).toISOString();
  return new Seal(instance.deps.keys, bound).close(at, '00000000-0000-7000-8000-000000000000');
}

const types = ['incident.created', 'incident.updated', 'sla.breached', 'change.approved'];
const kinds = ['incident.created', 'incident.updated', 'incident.deleted', 'article.restored'];

function questions(instance: Instance, { requesters }: Sizes): Question[] {
  const auditor = instance.tokenFor('auditor');
  const tokens = new Map<number, Promise<string>>();
  const ofRequester = (n: number) => {
    const one = n % requesters;
    const token = tokens.get(one) ?? instance.tokenFor('requester', requester(one));
    tokens.set(one, token);
    return token;
  };
  const lists = [
    {
      list: 'events',
      path: '/events',
      filter: 'type',
      values: types,
      sort: 'occurred_at',
      order: 'asc',
    },
    { list: 'entries', path: '/audit', filter: 'kind', values: kinds, sort: 'at', order: 'desc' },
  ];
  const ofValues = lists.flatMap(({ list, path, filter, values, sort, order }) =>
    values.flatMap((value) => {
      const query = `${path}?${filter}=${value}`;
      const cursor = deepCursor(instance, [list, 'all', { [filter]: [value] }, sort, order]);
      const token = () => auditor;
      return [
        { name: `${filter} ${value}`, token, path: () => query },
        { name: `${filter} ${value}, deep`, token, path: () => `${query}&cursor=${cursor}` },
      ];
    }),
  );
  return [
    { name: 'requester', token: ofRequester, path: () => '/events' },
    { name: 'requester, by type', token: ofRequester, path: () => '/events?type=incident.created' },
    ...ofValues,
  ];
}

export async function measureEvents(sizes: Sizes, isTimed: boolean): Promise<Report> {
  const instance = await startInstance();
  try {
    await fill(instance, sizes);
    const figures: Record<string, number> = { events: sizes.events };
    for (const { name, token, path } of questions(instance, sizes)) {
      const times: number[] = [];
      for (let n = -WARM_UP; n < sizes.requests; n += 1) {
        const of = Math.abs(n);
        const ms = await measureResponse(instance, await token(of), path(of));
        if (n >= 0) times.push(ms);
      }
      const sorted = times.toSorted((a, b) => a - b);
      figures[`${name} p99 ms`] = Number(
        (sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0).toFixed(1),
      );
    }
    const slowest = Math.max(
      ...Object.entries(figures).flatMap(([name, ms]) => (name.endsWith(' ms') ? [ms] : [])),
    );
    const goal = atMost('Slowest p99 of events and entries', slowest, GOAL_P99_MS, ' ms');
    return { figures, faults: [], ...(isTimed && { goals: [goal] }) };
  } finally {
    await instance.stop();
  }
}
