// Round robin under concurrent writes: of the people who are available, none gets two records more than another one, and
// where nobody is, the group is assigned and the timeline says so.
import type { Json } from '../../support/harness.ts';
import { randomFrom } from '../../support/random.ts';
import { atMost, type Report } from '../../support/report.ts';
import { inParallel } from '../../support/senders.ts';

export interface RotationSizes {
  assignments: number;
  clients: number;
  people: number;
  seed: number;
}

export interface RotationSite {
  send: (method: string, path: string, body?: object) => Promise<Json>;
  sql: (text: string, values?: unknown[]) => Promise<Json[]>;
}

const GROUP = 'Turns';

export async function proveRotation(
  { send, sql }: RotationSite,
  { assignments, clients, people, seed }: RotationSizes,
): Promise<Report> {
  const random = randomFrom(seed);
  const emails = Array.from({ length: people + 3 }, (_, n) => `turn${n}@example.com`);
  const shuffled = random.shuffle(emails);
  const [away = '', inactive = '', full = '', ...available] = shuffled;
  const ids = new Map<string, string>();
  for (const email of emails) {
    const capacity = email === full ? 1 : null;
    const body = { email, name: email, roles: ['agent'], active: email !== inactive };
    const { id } = await send('POST', '/users', body);
    ids.set(email, id);
    if (capacity !== null) await sql('update users set capacity = 1 where id = $1', [id]);
  }
  const setAway = (some: readonly string[], until: string | null) =>
    sql('update users set away_until = $2 where email = any($1)', [some, until]);
  await setAway([away], '2100-01-01T00:00:00Z');
  await send('POST', '/groups', { name: GROUP, members: emails });
  const rule = await send('POST', '/rules', {
    name: 'In rotations',
    record_type: 'incident',
    on: 'created',
    when: { all: [{ field: 'category', operator: 'eq', value: 'rotations' }] },
    actions: [{ assign: { to: 'round_robin', group: GROUP } }],
  });
  const report = () =>
    send('POST', '/incidents', { short_description: 'Whose turn?', category: 'rotations' });
  const began = performance.now();
  await inParallel(clients, assignments, report);
  const seconds = (performance.now() - began) / 1000;
  const rows = await sql(
    `select assigned_to, count(*)::int as n from incidents where category = 'rotations' group by 1`,
  );
  const counts = new Map<string | null, number>(rows.map((one) => [one.assigned_to, one.n]));
  const ofAvailable = available.map((one) => counts.get(one) ?? 0);
  const spread = Math.max(...ofAvailable) - Math.min(...ofAvailable);
  const faults: string[] = [];
  for (const one of [away, inactive, null])
    if (counts.has(one)) faults.push(`${one} got ${counts.get(one)} records`);
  if (counts.get(full) !== 1) faults.push(`one with room for 1 got ${counts.get(full)} records`);
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0);
  if (total !== assignments) faults.push(`${total} of ${assignments} records exist`);
  if (spread > 1) faults.push(`the numbers differ by ${spread}: ${ofAvailable.join(', ')}`);

  await setAway(emails, '2100-01-01T00:00:00Z');
  const { id, assigned_to, assignment_group } = await report();
  if (assigned_to !== null || assignment_group !== GROUP)
    faults.push(`with everybody away ${assigned_to} of ${assignment_group} is assigned`);
  const { data } = await send('GET', `/incidents/${id}/timeline`);
  const skipped = data.flatMap(({ cause }: Json) => cause?.skipped ?? []);
  if (skipped[0]?.code !== 'nobody_available' || skipped.length !== 1)
    faults.push(`the timeline of a record without assignee says ${JSON.stringify(skipped)}`);
  await send('DELETE', `/rules/${rule.id}`);
  return {
    figures: {
      assignments,
      clients,
      people,
      per_second: Math.round(assignments / seconds),
      most: Math.max(...ofAvailable),
      least: Math.min(...ofAvailable),
    },
    faults,
    goals: [atMost('records by which the turns of two available people differ', spread, 1)],
  };
}
