import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { knowledgeOf } from './knowledge.setup.ts';
import { cpuMs } from '../support/cpu.ts';

const manager = { as: 'itsm_manager' } as const;

describe('Versions of articles', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());
  const { call, create, createPublished } = knowledgeOf(() => instance);

  const numbersOf = async (id: string): Promise<number[]> =>
    (await call('GET', `/${id}/versions`)).body.data.map((one: Json) => one.version);

  test('each change of the text is a version, a change of state is not, and old texts remain', async () => {
    const { id, version } = await createPublished({ title: 'One', body: 'First' });
    assert.deepEqual([version, await numbersOf(id)], [3, [1]]);
    const edit = { title: 'Two', body: 'Second', tags: ['t'] };
    await call('PATCH', `/${id}`, edit, { ...manager, email: 'editor@example.com' });
    assert.deepEqual(await numbersOf(id), [4, 1]);
    const first = await call('GET', `/${id}/versions/1`);
    assert.deepEqual(
      [first.body.title, first.body.body, first.body.edited_by, first.headers.get('etag')],
      ['One', 'First', 'agent@example.com', '"1"'],
    );
    const fourth = await call('GET', `/${id}/versions/4`);
    assert.deepEqual([fourth.body.tags, fourth.body.edited_by], [['t'], 'editor@example.com']);
    for (const path of ['versions/2', 'versions/99', 'versions/0', 'versions/x'])
      assert.equal((await call('GET', `/${id}/${path}`)).status, 404, path);
  });

  test('a pending revision becomes a version when it is published', async () => {
    const { id } = await createPublished({ title: 'One' });
    await call('PATCH', `/${id}`, { title: 'Two' });
    assert.deepEqual(await numbersOf(id), [1]);
    await call('POST', `/${id}/publish`, undefined, manager);
    assert.deepEqual(await numbersOf(id), [5, 1]);
  });

  test('two versions are compared line by line', async () => {
    const { id } = await create({ title: 'One', body: 'a\nb\nc\nd\ne\nf', category: 'X' });
    await call('PATCH', `/${id}`, { title: 'Two', body: 'a\nb\nc\nd\nE\nf\ng' });
    await call('PATCH', `/${id}`, { category: null });
    const { body } = await call('GET', `/${id}/versions?from=1&to=2`);
    assert.deepEqual(
      body.data.map((one: Json) => one.version),
      [2, 1],
    );
    assert.deepEqual(body.diff, {
      from: 1,
      to: 2,
      fields: { title: { from: 'One', to: 'Two' } },
      body: [
        { kind: 'equal', from_line: 2, to_line: 2, text: 'b\nc\nd' },
        { kind: 'removed', from_line: 5, to_line: 5, text: 'e' },
        { kind: 'added', from_line: 6, to_line: 5, text: 'E' },
        { kind: 'equal', from_line: 6, to_line: 6, text: 'f' },
        { kind: 'added', from_line: 7, to_line: 7, text: 'g' },
      ],
    });
    const latest = (await call('GET', `/${id}/versions?from=2`)).body.diff;
    assert.deepEqual(latest, {
      from: 2,
      to: 3,
      fields: { category: { from: 'X', to: null } },
      body: [],
    });
    assert.deepEqual((await call('GET', `/${id}/versions?from=2&to=2`)).body.diff.fields, {});
    assert.equal((await call('GET', `/${id}/versions?from=1&to=9`)).status, 404);
    assert.deepEqual(faultsOf(await call('GET', `/${id}/versions?to=1`)), ['/from required']);
    assert.deepEqual(faultsOf(await call('GET', `/${id}/versions?from=0`)), ['/from too_small']);
  });

  test('the difference of two bodies of maximum length is computed quickly', async () => {
    const { id } = await create({ body: 'a\n'.repeat(32_768) });
    await call('PATCH', `/${id}`, { body: 'b\nc\n'.repeat(16_384) });
    const started = cpuMs();
    const { status, body } = await call('GET', `/${id}/versions?from=1&to=2`);
    assert.ok(cpuMs() - started < 3000);
    assert.deepEqual([status, body.diff.body.length], [200, 3]);
  });

  test('versions are listed in pages', async () => {
    const { id } = await create();
    for (const title of ['a', 'b', 'c']) await call('PATCH', `/${id}`, { title });
    const first = (await call('GET', `/${id}/versions?limit=3`)).body;
    const rest = (await call('GET', `/${id}/versions?limit=3&cursor=${first.next_cursor}`)).body;
    assert.deepEqual(
      [...first.data, ...rest.data].map((one: Json) => [one.version, one.title]),
      [
        [4, 'c'],
        [3, 'b'],
        [2, 'a'],
        [1, 'Title'],
      ],
    );
    const other = await create();
    const foreign = await call('GET', `/${other.id}/versions?limit=3&cursor=${first.next_cursor}`);
    assert.equal(foreign.body.code, 'invalid_cursor');
  });
});
