// The client works over TCP: tokens by discovery, records, lists, jobs, errors, the metadata of responses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Signalbox, SignalboxError } from '../src/index.ts';
import type { SdkInstance } from './setup.ts';

export function clientTests(instance: SdkInstance): void {
  test('a client discovers the identity provider, exchanges its credentials and creates a record', async () => {
    const client = await instance.clientAs('agent');
    const created = await client.incidents.create({ short_description: 'Printer on fire' });
    const { data, response } = await client.incidents.get(created.id).withResponse();
    assert.equal(data.short_description, 'Printer on fire');
    assert.equal(response.etag, `"${data.version}"`);
    assert.ok(response.requestId);
    assert.ok((response.rateLimit?.remaining ?? -1) >= 0);
    assert.equal(response.attempts, 1);
  });

  test('an update with a stale version fails with the fields that changed', async () => {
    const client = await instance.clientAs('agent');
    const { id, version } = await client.incidents.create({ short_description: 'Stale' });
    await client.incidents.update(id, { priority: 'P1' }, { ifMatch: version });
    const error: unknown = await client.incidents
      .update(id, { priority: 'P2' }, { ifMatch: version })
      .catch((fault: unknown) => fault);
    assert.ok(SignalboxError.is(error, 'version_mismatch'));
    assert.ok(error.problem.changed_fields.includes('priority'));
    assert.equal(error.status, 412);
    assert.ok(error.requestId);
  });

  test('an invalid value is an error with its pointer and the allowed values', async () => {
    const client = await instance.clientAs('agent');
    const error: unknown = await client.incidents
      .create({ short_description: 'x', priority: 'P9' as 'P1' })
      .catch((fault: unknown) => fault);
    assert.ok(SignalboxError.is(error, 'validation_failed'));
    assert.equal(error.pointer, '/priority');
    assert.deepEqual(error.allowed, ['P1', 'P2', 'P3', 'P4']);
  });

  test('a list is a page, and an iterator over all pages', async () => {
    const client = await instance.clientAs('agent');
    const ids = new Set<string>();
    for (let index = 0; index < 7; index += 1) {
      const { id } = await client.incidents.create({ short_description: 'x', category: 'pages' });
      ids.add(id);
    }
    const page = await client.incidents.list({ category: 'pages', limit: 3 });
    assert.equal(page.data.length, 3);
    assert.equal(page.total, 7);
    assert.ok(page.hasNextPage());
    assert.deepEqual(Object.keys(page).toSorted(), ['data', 'next_cursor', 'total']);
    const found = await Array.fromAsync(
      client.incidents.list({ category: 'pages', limit: 3, fields: ['state'] }),
    );
    assert.deepEqual(new Set(found.map(({ id }) => id)), ids);
    assert.equal(found[0]?.state, 'new');
    const pages = await Array.fromAsync(
      client.incidents.list({ category: 'pages', limit: 3, page: 1 }).byPage(),
      ({ data }) => data.length,
    );
    assert.deepEqual(pages, [3, 3, 1]);
  });

  test('a wait for a job reports its progress and ends with the job', async () => {
    const client = await instance.clientAs('agent');
    const job = await client.incidents.bulk({
      operation: 'create',
      records: [{ short_description: 'one' }, { short_description: 'two' }],
    });
    const progress: number[] = [];
    const { status, results } = await client.jobs.wait(job, {
      onProgress: ({ processed }) => progress.push(processed),
      timeoutMs: 60_000,
    });
    assert.equal(status, 'completed');
    assert.equal(results.length, 2);
    assert.equal(progress.at(-1), 2);
  });

  test('a client cannot be made without exactly one kind of credentials', () => {
    for (const credentials of [{}, { apiKey: '' }, { clientId: 'x' }, { apiKey: 'x', token: 'y' }])
      assert.throws(
        () => new Signalbox({ baseUrl: 'http://localhost', ...credentials } as never),
        /needs one of apiKey/,
      );
  });
}
