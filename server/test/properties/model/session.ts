// One session: concurrent clients, each on its own records and on a few shared by all; then the audit by SQL.
import assert from 'node:assert/strict';
import type { Instance, Json } from '../../support/harness.ts';
import type { Command } from './commands.ts';
import { bodyOf } from './model.ts';
import { auditOwn, firstOwn, type Own, performOwn, type Trail } from './own.ts';
import type { Role } from './rules.ts';
import { auditShared, performShared, type Shared } from './shared.ts';

export const OWN_SLOTS = 2;
export const SHARED_SLOTS = 1;

export interface Tally {
  commands: number;
  records: number;
  events: number;
  /** The state pairs of which a transition was tried, allowed or not. */
  moves: Set<string>;
}

const isEditor = (role: Role) => role === 'itsm_manager' || role === 'agent';

/** The pair of states that an editor's command tests. */
function noteMove({ as, action, ifMatch }: Command, { model }: Own, moves: Set<string>): void {
  const isTested =
    isEditor(as) && ifMatch === 'none' && !model.isDeleted && !('isFaulty' in action);
  const { state } = bodyOf(action, model.shown);
  if (isTested && typeof state === 'string') moves.add(`${String(model.shown['state'])} ${state}`);
}

async function runClient(
  instance: Instance,
  client: number,
  program: Command[],
  shared: Shared[],
  category: string,
  tally: Tally,
): Promise<Own[]> {
  const slots = new Map<number, Own | undefined>();
  const kept: Own[] = [];
  const seen = new Map<string, Json>();
  for (const command of program) {
    tally.commands += 1;
    const common = shared[command.slot - OWN_SLOTS];
    if (common && command.action.do !== 'create') {
      await performShared(instance, client, command, common, seen);
      continue;
    }
    const slot = command.slot % OWN_SLOTS;
    const before = slots.get(slot) ?? (await firstOwn(instance, client, slot, category));
    if (before) noteMove(command, before, tally.moves);
    const after = await performOwn(instance, client, command, category, before);
    if (before && after?.id !== before.id) kept.push(before);
    slots.set(slot, after);
  }
  return [...kept, ...[...slots.values()].filter((own) => own !== undefined)];
}

const trailSql = `
  select i.id, to_jsonb(i) as row,
    (select coalesce(jsonb_agg(to_jsonb(n)), '[]') from work_notes n where n.incident_id = i.id) as notes,
    (select coalesce(jsonb_agg(to_jsonb(e) order by e.position), '[]') from events e
      where e.record_type = 'incident' and e.record_id = i.id) as events,
    (select coalesce(jsonb_agg(to_jsonb(e) order by e.record_version, e.id), '[]') from entries e
      where e.record_id = i.id) as entries
  from incidents i where i.category = $1`;

async function readTrails(instance: Instance, category: string): Promise<Map<string, Trail>> {
  const rows = await instance.sql(trailSql, [category]);
  return new Map(rows.map(({ id, ...trail }) => [id, trail as Trail]));
}

async function auditTotal(instance: Instance, category: string, trails: Map<string, Trail>) {
  const expected = [...trails.values()].filter(({ row }) => row.deleted_at === null).length;
  const { body } = await instance.call('GET', `/incidents?limit=1&category=${category}`);
  assert.equal(body.total, expected, `total of ${category}`);
}

export async function runSession(
  instance: Instance,
  category: string,
  programs: readonly Command[][],
  tally: Tally,
): Promise<void> {
  const shared: Shared[] = [];
  for (let index = 0; index < SHARED_SLOTS; index += 1) {
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Shared', category },
    });
    shared.push({ id: body.id, responses: [] });
  }
  const ended = await Promise.allSettled(
    programs.map((program, client) =>
      runClient(instance, client, program, shared, category, tally),
    ),
  );
  const owned = ended.flatMap((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  const trails = await readTrails(instance, category);
  const trailOf = (id: string): Trail => {
    const trail = trails.get(id);
    if (!trail) throw new Error(`${id} is not in the database`);
    return trail;
  };
  for (const own of owned) auditOwn(own, trailOf(own.id));
  for (const one of shared) auditShared(one, trailOf(one.id));
  assert.equal(trails.size, owned.length + shared.length, 'records in the database');
  await auditTotal(instance, category, trails);
  tally.records += trails.size;
  for (const { events } of trails.values()) tally.events += events.length;
}
