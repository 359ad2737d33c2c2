import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compareImpact } from '../../../bench/cmdb/prove.ts';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { drawSeed, randomFrom } from '../support/random.ts';
import { cmdbOf, unique } from './cmdb.setup.ts';

describe('Impact of a configuration item', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());
  const { call, create } = cmdbOf(() => instance);
  const relate = (from: Json, ...relations: [type: string, to: Json][]) =>
    call('PATCH', `/${from.id}`, {
      relations: relations.map(([type, to]) => ({ type, ci_id: to.id })),
    });
  const impact = async (ci: Json, query = '') => {
    const reply = await call('GET', `/${ci.id}/impact${query}`);
    assert.equal(reply.status, 200, reply.text);
    return reply.body;
  };
  const distances = ({ dependants }: Json) =>
    Object.fromEntries(dependants.map(({ name, distance }: Json) => [name, distance]));

  test('impact follows depends_on and runs_on backwards and part_of to the whole, through cycles, by the least distance', async () => {
    const names = ['host', 'vm', 'app', 'cluster', 'shop', 'switch', 'far'];
    const [host, vm, app, cluster, shop, net, far] = await Promise.all(
      names.map((name) => create({ name: unique(name) })),
    );
    await relate(vm, ['runs_on', host], ['part_of', cluster]);
    await relate(app, ['runs_on', vm], ['depends_on', host]);
    await relate(shop, ['depends_on', app], ['depends_on', cluster]);
    await relate(host, ['depends_on', shop], ['connects_to', net]);
    await relate(net, ['connects_to', host]);
    await relate(far, ['depends_on', shop]);
    const all = await impact(host);
    assert.deepEqual(all.ci, {
      id: host.id,
      name: host.name,
      class: 'server',
      status: 'operational',
      criticality: null,
      owner: null,
    });
    assert.deepEqual(distances(all), {
      [vm.name]: 1,
      [app.name]: 1,
      [cluster.name]: 2,
      [shop.name]: 2,
      [far.name]: 3,
    });
    const through = new Map(all.dependants.map((one: Json) => [one.id, one.through]));
    assert.deepEqual(
      [vm, app, cluster, shop, far].map(({ id }) => through.get(id)),
      [host.id, host.id, vm.id, app.id, shop.id],
    );
    assert.equal(all.truncated, false);
    assert.deepEqual(Object.values(distances(await impact(host, '?depth=1'))), [1, 1]);
    assert.equal(Object.keys(distances(await impact(host, '?depth=6'))).length, 5);
    assert.deepEqual(distances(await impact(net)), {});
    assert.deepEqual(distances(await impact(cluster, '?depth=1')), { [shop.name]: 1 });
    assert.deepEqual(faultsOf(await call('GET', `/${host.id}/impact?depth=7`)), [
      '/depth too_large',
    ]);
    assert.equal((await call('GET', `/${host.id}/impact?depth=0`)).status, 400);
    assert.equal((await call('GET', '/CI999999999/impact')).status, 404);
  });

  test('impact lists the open incidents of the CI and of its dependants, newest first', async () => {
    const [host, vm] = [await create(), await create()];
    await relate(vm, ['runs_on', host]);
    const open = async (ci: Json, state?: string) => {
      const { body } = await instance.call('POST', '/incidents', {
        body: { short_description: 'Down', ci_id: ci.id },
      });
      if (state) await instance.call('PATCH', `/incidents/${body.id}`, { body: { state } });
      return body.id;
    };
    const first = await open(host);
    await open(host, 'cancelled');
    const second = await open(vm, 'in_progress');
    const body = await impact(host);
    assert.deepEqual(
      body.open_incidents.map(({ id, ci_id, state }: Json) => [id, ci_id, state]),
      [
        [second, vm.id, 'in_progress'],
        [first, host.id, 'new'],
      ],
    );
    assert.deepEqual(body.recent_changes, []);
    const { body: change } = await instance.call('POST', '/changes', {
      as: 'agent',
      body: { short_description: 'New kernel', ci_ids: [host.id] },
    });
    assert.deepEqual(
      (await impact(host)).recent_changes.map((one: Json) => [one.id, one.state, one.ci_ids]),
      [[change.id, 'submitted', [host.id]]],
    );
    await instance.call('DELETE', `/incidents/${first}`);
    assert.equal((await impact(host)).open_incidents.length, 1);
  });

  test('impact shows at most 1,000 dependants, and says when there are more', async () => {
    const [hub, small] = [await create(), await create()];
    const fan = (target: Json, name: string, n: number) =>
      instance.sql(
        `with made as (
           insert into cis (name, class, status, attributes, event_sequence, created_at, updated_at)
           select $2 || n, 'fan', 'operational', '{}', 0, now(), now()
           from generate_series(1, $3::int) as n returning id)
         insert into ci_relations (ci_id, type, target) select id, 'depends_on', $1 from made`,
        [target.id, name, n],
      );
    await fan(hub, unique('hub'), 1001);
    await fan(small, unique('small'), 1000);
    const cut = await impact(hub);
    assert.deepEqual([cut.dependants.length, cut.truncated], [1000, true]);
    const whole = await impact(small);
    assert.deepEqual([whole.dependants.length, whole.truncated], [1000, false]);
  });

  test('impact equals a plain search of a random graph with cycles, at every depth', async (t) => {
    const seed = drawSeed();
    t.diagnostic(`seed ${seed}`);
    const { pick } = randomFrom(seed);
    const made = await instance.sql(
      `insert into cis (name, class, status, attributes, event_sequence, created_at, updated_at)
       select $1 || n, 'node', 'operational', '{}', 0, now(), now() from generate_series(1, 60) as n returning id`,
      [unique('node')],
    );
    const ids: string[] = made.map(({ id }) => id);
    const types = ['depends_on', 'runs_on', 'part_of', 'connects_to'];
    const drawn = Array.from({ length: 100 }, () => [pick(ids), pick(types), pick(ids)]);
    const relations = drawn.filter(([from, , to]) => from !== to);
    await instance.sql(
      `insert into ci_relations (ci_id, type, target)
       select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`,
      [0, 1, 2].map((column) => relations.map((relation) => relation[column])),
    );
    for (const depth of [1, 2, 4, 6])
      assert.deepEqual(await compareImpact(instance, ids.slice(0, 8), depth), []);
  });
});
