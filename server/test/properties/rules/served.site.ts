// Starts an instance with the people, groups, CIs and custom fields of a random world, and with its rules.
import { randomUUID } from 'node:crypto';
import { type Instance, type Json, startInstance } from '../../support/harness.ts';
import type { Random } from '../../support/random.ts';
import { customFields } from './subject.ts';
import {
  anybody,
  type Fields,
  from,
  groupNames,
  relatedCis,
  relatedPeople,
  type World,
} from './world.ts';

export interface RuleSite {
  instance: Instance;
  ok: (method: string, path: string, body?: object) => Promise<Json>;
  /** Times of the instance pass only when a test says so. */
  clock: { now: number };
  /** An incident that was there before all rules. */
  leader: string;
  rotations: Record<string, string>;
  cis: Readonly<Record<string, Fields>>;
  people: Readonly<Record<string, Fields>>;
  /** Members of the world have these ids in the instance. */
  ids: Readonly<Record<string, string>>;
}

export const CALLER = 'itsm_manager@example.com';

export async function startRuleSite(): Promise<RuleSite> {
  const clock = { now: from };
  const instance = await startInstance({ now: () => new Date(clock.now) });
  const ok: RuleSite['ok'] = async (method, path, body) => {
    const as = /^.(incidents|cmdb)/.test(path) ? 'itsm_manager' : 'super_admin';
    const reply = await instance.call(method, path, { as, ...(body && { body }) });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  for (const { key, label, type, choices } of customFields.get('incident') ?? [])
    await ok('POST', '/fields', {
      record_type: 'incident',
      key,
      label,
      type,
      ...(choices.length > 0 && { choices: choices.map(({ value }) => ({ value, label: value })) }),
    });
  const ids: Record<string, string> = {};
  for (const [name, { id: _, ...ci }] of Object.entries(relatedCis))
    ({ id: ids[name] as string } = await ok('POST', '/cmdb/cis', { name, ...ci }));
  for (const [at, email] of anybody.slice(0, -1).entries()) {
    const { department = null, roles = ['agent'] } = relatedPeople[email] ?? {};
    const user = { email, name: email, roles, department };
    ({ id: ids[`usr_${(at * 3) % 4}`] as string } = await ok('POST', '/users', user));
  }
  for (const name of groupNames)
    ({ id: ids[name] as string } = await ok('POST', '/groups', { name }));
  const byName = async (text: string, key: string) =>
    Object.fromEntries(
      (await instance.sql(text)).map((row) => [row[key] as string, row as Fields]),
    );
  return {
    instance,
    ok,
    clock,
    leader: (await ok('POST', '/incidents', { short_description: 'The leader' })).id,
    rotations: {},
    ids,
    cis: await byName('select * from cis', 'id'),
    people: await byName('select * from users', 'email'),
  };
}

/** Gives the members of the world the ids of the instance, and its rules ids of their own. */
export function settle(world: World, { ids }: RuleSite): World {
  const { rules, macros } = world;
  const named = new Map(Object.entries(ids).filter(([name]) => !groupNames.includes(name)));
  const hex = () => randomUUID().replaceAll('-', '');
  for (const { id } of rules) named.set(id, `rul_${hex()}`);
  for (const id of [...Object.keys(macros), 'mac_gone']) named.set(id, `mac_${hex()}`);
  const text = JSON.stringify(world).replaceAll(
    /"((?:rul|mac|usr)_\w+|CI\d)"/g,
    (whole, name: string) => (named.has(name) ? `"${named.get(name)}"` : whole),
  );
  const settled = JSON.parse(text) as World;
  return {
    ...settled,
    isAssignableOnly: false,
    groups: Object.fromEntries(
      Object.entries(settled.groups).map(([name, members]) => [name, members.toSorted()]),
    ),
    rules: settled.rules.filter(({ on }) => on !== 'due'),
    steps: settled.steps.filter((step) => step.do !== 'due'),
  };
}

/** Rules that no request could save any more, such as those of a group that is gone, are stored as well. */
export async function install(site: RuleSite, world: World, random: Random): Promise<void> {
  const { sql } = site.instance;
  const at = new Date(site.clock.now).toISOString();
  await sql('delete from rules');
  await sql('delete from macros');
  for (const [name, members] of Object.entries(world.groups))
    await sql('update groups set members = $2 where name = $1', [
      name,
      world.people.filter(({ id }) => members.includes(id)).map(({ email }) => email),
    ]);
  for (const { email, isAway, capacity } of world.people)
    await sql('update users set away_until = $2, capacity = $3 where email = $1', [
      email,
      isAway ? '2027-01-01T00:00:00Z' : random.pick([null, '2026-11-01T00:00:00Z']),
      capacity,
    ]);
  for (const [position, { id, on, when, actions, stop }] of world.rules.entries())
    await sql(
      `insert into rules (id, name, record_type, position, "on", "when", actions, stop, active, created_at, updated_at)
       values ($1, $1, 'incident', $2, $3, $4, $5, $6, true, $7, $7)`,
      [id, position, on, JSON.stringify(when), JSON.stringify(actions), stop, at],
    );
  for (const [id, actions] of Object.entries(world.macros))
    await sql(
      `insert into macros (id, name, record_type, actions, active, created_at, updated_at)
       values ($1, $1, 'incident', $2, true, $3, $3)`,
      [id, JSON.stringify(actions), at],
    );
  await sql('update rule_definitions set version = version + 1');
  // The process reads the rules again after each write of the settings.
  await site.ok('PATCH', '/settings', {
    priority_matrix: !world.hasMatrix,
    replies_move_state: false,
  });
  await site.ok('PATCH', '/settings', { priority_matrix: world.hasMatrix });
}
