// The totals of these filter combinations are exact, as docs/reference/lists.md promises; each count is written by
// hand.
import type { Instance } from '../../support/harness.ts';

export interface Question {
  filters: Record<string, readonly string[]>;
  where: string;
  /** A requester with this address reads its own list. */
  email?: string;
}

const DAY_MS = 86_400_000;

/** Returns a time on the day `daysAgo` days ago, in UTC. */
const at = (daysAgo: number, time: string): string =>
  `${new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)}T${time}Z`;

const facets: Question[] = [
  { filters: {}, where: 'true' },
  { filters: { state: ['new'] }, where: `state = 'new'` },
  {
    filters: { state: ['on_hold', 'resolved', 'closed'] },
    where: `state in ('on_hold', 'resolved', 'closed')`,
  },
  { filters: { priority: ['P1'] }, where: `priority = 'P1'` },
  { filters: { priority: ['P2', 'P4'] }, where: `priority in ('P2', 'P4')` },
  {
    filters: { state: ['in_progress'], priority: ['P3'] },
    where: `state = 'in_progress' and priority = 'P3'`,
  },
  {
    filters: { state: ['new', 'cancelled'], priority: ['P1', 'P2', 'P3'] },
    where: `state in ('new', 'cancelled') and priority in ('P1', 'P2', 'P3')`,
  },
  // A repeated value must not count twice.
  { filters: { state: ['new', 'new'] }, where: `state = 'new'` },
];

const dimensions: Question[] = [
  { filters: { category: ['software'] }, where: `category = 'software'` },
  { filters: { category: ['software', 'access'] }, where: `category in ('software', 'access')` },
  { filters: { category: ['no such'] }, where: 'false' },
  { filters: { assignment_group: ['Network'] }, where: `assignment_group = 'Network'` },
  { filters: { assigned_to: ['ada@example.com'] }, where: `assigned_to = 'ada@example.com'` },
  { filters: { opened_by: ['lee@example.com'] }, where: `opened_by = 'lee@example.com'` },
  { filters: { requester: ['Lee@example.com'] }, where: `lower(requester) = 'lee@example.com'` },
  {
    filters: {},
    where: `(lower(opened_by) = 'kim@example.com' or lower(requester) = 'kim@example.com')`,
    email: 'Kim@example.com',
  },
];

const dates: Question[] = [
  [{ created_after: [at(3, '10:00:00.000')] }, `created_at > '${at(3, '10:00:00.000')}'`],
  [{ created_before: [at(2, '18:30:00.000')] }, `created_at < '${at(2, '18:30:00.000')}'`],
  [{ created_after: [at(0, '00:00:00.000')] }, `created_at > '${at(0, '00:00:00.000')}'`],
  [{ created_before: [at(1, '00:00:00.000')] }, `created_at < '${at(1, '00:00:00.000')}'`],
  [
    { created_after: [at(4, '06:00:00.000')], created_before: [at(1, '15:00:00.000')] },
    `created_at > '${at(4, '06:00:00.000')}' and created_at < '${at(1, '15:00:00.000')}'`,
  ],
  [
    { created_after: [at(2, '03:00:00.000')], created_before: [at(2, '21:00:00.000')] },
    `created_at > '${at(2, '03:00:00.000')}' and created_at < '${at(2, '21:00:00.000')}'`,
  ],
  [
    { created_after: [at(3, '23:59:59.999')], created_before: [at(2, '00:00:00.000')] },
    `created_at > '${at(3, '23:59:59.999')}' and created_at < '${at(2, '00:00:00.000')}'`,
  ],
  // The period ends before it begins.
  [{ created_after: [at(1, '12:00:00.000')], created_before: [at(3, '12:00:00.000')] }, 'false'],
].map(([filters, where]) => ({ filters, where }) as Question);

const together = (one: Question, other: Question): Question => ({
  ...one,
  ...other,
  filters: { ...one.filters, ...other.filters },
  where: `${one.where} and ${other.where}`,
});

const busy: Question = {
  filters: { state: ['new', 'in_progress'], priority: ['P1', 'P3'] },
  where: `state in ('new', 'in_progress') and priority in ('P1', 'P3')`,
};

/** The questions have every dimension alone, with facets, with dates and with both. */
export const questions: Question[] = [
  ...facets,
  ...dimensions,
  ...dates,
  ...dimensions.map((one) => together(busy, one)),
  ...dates.map((one) => together(busy, one)),
  ...dimensions.flatMap((one) => dates.slice(4, 6).map((dated) => together(dated, one))),
  ...dimensions.map((one) => together(together(busy, dates[4] ?? busy), one)),
];

export const countSql = ({ where }: Question): string =>
  `select count(*)::int as n from incidents where deleted_at is null and ${where}`;

export const describeQuestion = ({ filters, email }: Question): string =>
  `${JSON.stringify(filters)}${email ? ` as ${email}` : ''}`;

/** Returns the total of the API. */
export async function fetchTotal(
  instance: Instance,
  { filters, email }: Question,
): Promise<unknown> {
  const query = new URLSearchParams({ limit: '1' });
  for (const [name, values] of Object.entries(filters)) query.set(name, values.join(','));
  const { body } = await instance.call(
    'GET',
    `/incidents?${query.toString()}`,
    email ? { as: 'requester', email } : {},
  );
  return body.total_is_lower_bound ? 'a lower bound' : body.total;
}
