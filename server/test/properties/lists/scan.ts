// Reads a list from its first page to its last, and checks the result.
import type { Instance } from '../../support/harness.ts';

interface SortModel {
  /** A record is sorted by this value, as the list shows it; null comes last in both orders. */
  key: (item: Item) => string | null;
  /** The sort key is written by hand in SQL. */
  sql: string;
}

const byField = (field: string): SortModel => ({
  key: (item) => item[field] as string | null,
  sql: field,
});

/** The clock runs in these states. */
const running = ['new', 'in_progress', 'reopened'];

export const sortModels = {
  created_at: byField('created_at'),
  priority: byField('priority'),
  updated_at: byField('updated_at'),
  sla_breach_at: {
    key: ({ state, sla_breach_at }) => (running.includes(state) ? sla_breach_at : null),
    sql: `case when state = any('{${running.join()}}') then sla_breach_at end`,
  },
} satisfies Record<string, SortModel>;
type Sort = keyof typeof sortModels;
export const sorts = Object.keys(sortModels) as Sort[];
type Order = 'asc' | 'desc';

export interface Narrowing {
  query: string;
  /** The filter is written by hand in SQL. */
  where: string;
  /** A requester with this address reads its own list. */
  email?: string;
}

export interface Plan extends Narrowing {
  sort: Sort;
  order: Order;
  limit: number;
}

export const everything: Narrowing = { query: '', where: 'true' };

/** `since` lies inside the filled days. */
export const narrowings = (since: string): Narrowing[] => [
  { query: 'state=new,in_progress', where: `state in ('new', 'in_progress')` },
  { query: 'priority=P1,P3', where: `priority in ('P1', 'P3')` },
  {
    query: 'category=software&state=resolved',
    where: `category = 'software' and state = 'resolved'`,
  },
  { query: `created_after=${since}`, where: `created_at > '${since}'` },
  { query: '', where: `opened_by = 'kim@example.com'`, email: 'kim@example.com' },
];

export const describePlan = ({ sort, order, limit, query, email }: Plan): string =>
  `sort=${sort} order=${order} limit=${limit} ${query}${email ? ` as ${email}` : ''}`;

interface Item {
  id: string;
  state: string;
  sla_breach_at: string;
  [field: string]: unknown;
}

export interface ScanResult {
  items: Item[];
  pages: number;
}

const READERS = 8;

/** Each page is read by another agent: a cursor is bound to the visible records, not to the reader. */
export async function scan(instance: Instance, plan: Plan): Promise<ScanResult> {
  const { sort, order, limit, query, email } = plan;
  const items: Item[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const path = `/incidents?${query}${query && '&'}sort=${sort}&order=${order}&limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`;
    const reply = await instance.call(
      'GET',
      path,
      email
        ? { as: 'requester', email }
        : { as: 'agent', email: `reader-${pages % READERS}@example.com` },
    );
    if (reply.status !== 200) throw new Error(`${path} is ${reply.status}: ${reply.text}`);
    items.push(...reply.body.data);
    cursor = reply.body.next_cursor;
    pages += 1;
  } while (cursor !== undefined);
  return { items, pages };
}

export type Versions = Map<string, number>;

export async function versionsOf(instance: Instance, { where }: Narrowing): Promise<Versions> {
  const rows = await instance.sql(
    `select id, version from incidents where deleted_at is null and ${where}`,
  );
  return new Map(rows.map(({ id, version }) => [id, version]));
}

/** Tells whether the item belongs after the previous one. */
function isAhead(item: Item, previous: Item, { sort, order }: Plan): boolean {
  const [key, before] = [sortModels[sort].key(item), sortModels[sort].key(previous)];
  if ((key === null) !== (before === null)) return key === null;
  const isLater = key === before ? item.id > previous.id : String(key) > String(before);
  return isLater === (order === 'asc');
}

/**
 * Returns the faults of one scan between two reads of the table: an unchanged record is seen once, and keys only
 * advance.
 */
export function faultsOf(plan: Plan, items: Item[], before: Versions, after: Versions): string[] {
  const seen = new Map<string, number>();
  for (const { id } of items) seen.set(id, (seen.get(id) ?? 0) + 1);
  const unchanged = [...before].filter(([id, version]) => after.get(id) === version);
  const faults = unchanged
    .filter(([id]) => seen.get(id) !== 1)
    .map(([id]) => `${describePlan(plan)}: ${id} did not change, was seen ${seen.get(id) ?? 0}×`);
  items.forEach((item, index) => {
    const previous = items[index - 1];
    if (previous && !isAhead(item, previous, plan))
      faults.push(`${describePlan(plan)}: ${item.id} comes after ${previous.id}`);
  });
  return faults;
}
