import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { contractEvents } from '../support/contract-events.ts';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { cmdbOf, unique } from './cmdb.setup.ts';

describe('Configuration items in bulk', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance({ worker: true });
  });
  after(() => instance.stop());
  const { call, create, submit, waitUntilFinished, run, read } = cmdbOf(() => instance);
  /** Returns the events of the contract. */
  const eventsOf = (id: string) =>
    instance.sql(
      'select type, sequence, data from events where record_id = $1 and type = any($2)',
      [id, contractEvents],
    );
  const codes = ({ results }: Json) => results.map(({ error }: Json) => error?.code);

  test('rows that create or update a CI follow the rules of the single request', async () => {
    const [name, taken] = [unique('bulk'), await create()];
    const created = await run('create', [
      { name, class: 'server' },
      { name: taken.name, class: taken.class },
      { name: unique('bulk') },
    ]);
    assert.deepEqual(codes(created), [undefined, 'identity_conflict', 'validation_failed']);
    const { id } = created.results[0];
    assert.equal((await read(id)).name, name);
    assert.equal((await eventsOf(id)).length, 0);
    const updated = await run('update', [
      { id, status: 'degraded' },
      { id: 'CI999999999', status: 'degraded' },
    ]);
    assert.deepEqual(codes(updated), [undefined, 'not_found']);
    const both = await waitUntilFinished(
      await submit({ operation: 'update', ids: [id, taken.id], fields: { location: 'Bern' } }),
    );
    assert.equal(both.succeeded, 2);
    assert.equal((await read(id)).location, 'Bern');
    const fields = { location: 'Bern' };
    assert.deepEqual(
      faultsOf(await call('POST', '/bulk', { operation: 'upsert', ids: [id], fields })),
      ['/fields conflicting_parameters', '/ids conflicting_parameters', '/records required'],
    );
  });

  test('upsert identifies by serial_number, then fqdn, then class and name', async () => {
    const bySerial = await create({ serial_number: unique('SN'), fqdn: `${unique('a')}.x` });
    const byFqdn = await create({ fqdn: `${unique('Fq')}.Example.com` });
    const byName = await create();
    const { results, ...job } = await run('upsert', [
      { serial_number: bySerial.serial_number, fqdn: `${unique('new')}.x`, location: 'one' },
      { serial_number: unique('SN'), fqdn: byFqdn.fqdn.toLowerCase(), location: 'two' },
      { class: byName.class, name: byName.name, location: 'three' },
      { class: 'server', name: unique('fresh'), location: 'four' },
    ]);
    assert.equal(job.succeeded, 4, JSON.stringify(results));
    assert.deepEqual(
      results.slice(0, 3).map(({ id }: Json) => id),
      [bySerial.id, byFqdn.id, byName.id],
    );
    const shown = await Promise.all(results.map(({ id }: Json) => read(id)));
    assert.deepEqual(
      shown.map(({ location, version }: Json) => [location, version]),
      [
        ['one', 2],
        ['two', 2],
        ['three', 2],
        ['four', 1],
      ],
    );
    assert.equal((await eventsOf(results[3].id)).length, 0, 'upsert discovers nothing');
    assert.equal(shown[3].first_discovered_at, null);
  });

  test('a row whose identifiers belong to two CIs is a conflict', async () => {
    const one = await create({ serial_number: unique('SN') });
    const two = await create({ fqdn: `${unique('fq')}.example.com` });
    const three = await create();
    const job = await run('discover', [
      { serial_number: one.serial_number, fqdn: two.fqdn },
      { serial_number: one.serial_number, class: three.class, name: three.name },
      { fqdn: two.fqdn.toUpperCase(), class: one.class, name: one.name },
      { serial_number: one.serial_number, class: one.class, name: one.name },
    ]);
    assert.deepEqual(codes(job), [
      'identity_conflict',
      'identity_conflict',
      'identity_conflict',
      undefined,
    ]);
    assert.deepEqual(
      [job.results[0].error.status, job.results[0].error.identifier, job.results[0].error.ci_id],
      [409, 'fqdn', two.id],
    );
    assert.equal((await read(one.id)).fqdn, null, 'a failed row changes nothing');
  });

  test('a row without an identifier fails with its fault, and so does a new CI without name and class', async () => {
    const job = await run('upsert', [{ location: 'x' }, { serial_number: unique('SN') }]);
    assert.deepEqual(
      job.results.map(({ error }: Json) => error.errors.map(({ pointer }: Json) => pointer)),
      [[''], ['/name', '/class']],
    );
  });

  test('discover emits ci.discovered for a new CI, and records the times of discovery', async () => {
    const serial_number = unique('SN');
    const row = { serial_number, name: unique('found'), class: 'server' };
    const first = await run('discover', [row]);
    const { id } = first.results[0];
    const added = await read(id);
    assert.equal(added.discovery_source, 'agent@example.com');
    assert.equal(added.first_discovered_at, added.created_at);
    const [event, ...others] = await eventsOf(id);
    assert.deepEqual([event.type, event.sequence, others.length], ['ci.discovered', 1, 0]);
    assert.deepEqual(event.data, {
      id,
      name: row.name,
      class: 'server',
      status: 'operational',
      environment: null,
      owner: null,
      support_group: null,
      discovery_source: 'agent@example.com',
      actor: 'agent@example.com',
      url: `https://desk.example.com/prod/api/v1/cmdb/cis/${id}`,
      html_url: `https://desk.example.com/console/cmdb/cis/${id}`,
      sequence: 1,
    });
    const log = await instance.call('GET', '/events?type=ci.discovered', { as: 'agent' });
    assert.ok(log.body.data.some(({ record }: Json) => record.id === id));
    const hidden = await instance.call('GET', `/events?record=${id}`, { as: 'requester' });
    assert.deepEqual(hidden.body.data, []);

    await run('discover', [row]);
    const again = await read(id);
    assert.deepEqual([again.version, again.updated_at], [1, added.updated_at]);
    assert.ok(again.last_discovered_at > added.last_discovered_at);
    assert.equal(again.first_discovered_at, added.first_discovered_at);

    await run('discover', [{ ...row, discovery_source: 'nmap', attributes: { os: 'BSD' } }]);
    const changed = await read(id);
    assert.deepEqual([changed.version, changed.discovery_source], [2, 'nmap']);
    assert.equal((await eventsOf(id)).length, 1);

    const manual = await create();
    await run('discover', [{ class: manual.class, name: manual.name }]);
    assert.notEqual((await read(manual.id)).first_discovered_at, null);
    assert.equal((await eventsOf(manual.id)).length, 0, 'it was known already');
  });

  test('a dry run writes no CI and uses up no ids', async () => {
    const numberOf = ({ id }: Json): number => Number(id.slice(2));
    const earlier = numberOf(await create());
    const row = { class: 'server', name: unique('dry') };
    for (const operation of ['create', 'upsert', 'discover']) {
      const job = await run(operation, [row], { dry_run: true });
      assert.deepEqual([job.succeeded, job.results[0].id], [1, null], operation);
    }
    assert.equal((await call('GET', `?q=${row.name}`)).body.total, 0);
    assert.equal(numberOf(await create()), earlier + 1);
  });

  test('concurrent discoveries of the same CIs add each once and emit one discovery for each', async () => {
    const [kind, callers] = [unique('par'), [1, 2, 3, 4, 5]];
    const ci = (n: number) => ({
      class: kind,
      name: `host-${n}`,
      serial_number: `${kind}-${n}`,
      fqdn: `h${n}.${kind}.example.com`,
    });
    // Each job names its rows by other identifiers and in another order, over the same 100 CIs.
    const rows = (job: number): Json[] =>
      Array.from({ length: 50 }, (_, k) => {
        const whole = ci((k * (job % 2 === 0 ? 1 : 49) + job * 7) % 100);
        const { serial_number, fqdn, ...named } = whole;
        const forms = [whole, { ...named, serial_number }, { ...named, fqdn }, named];
        return forms[(job + k) % forms.length];
      });
    const jobs = await Promise.all(
      Array.from({ length: 10 }, (_, job) =>
        submit(
          { operation: 'discover', records: rows(job) },
          { email: `discovery${callers[job % 5]}@example.com` },
        ),
      ),
    );
    const ended = await Promise.all(jobs.map(waitUntilFinished));
    const failed = ended.flatMap(({ results }) =>
      results.filter(({ status }: Json) => status !== 'succeeded'),
    );
    assert.deepEqual(failed, []);
    const [{ cis, events, sequences }] = await instance.sql(
      `select count(distinct cis.id)::int as cis, count(events.id)::int as events,
         count(distinct (events.record_id, events.sequence))::int as sequences
       from cis left join events on record_id = cis.id and type = 'ci.discovered' where class = $1`,
      [kind],
    );
    assert.deepEqual([cis, events, sequences], [100, 100, 100]);
    const [{ deadlocks }] = await instance.sql(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    assert.equal(deadlocks, 0);
  });
});
