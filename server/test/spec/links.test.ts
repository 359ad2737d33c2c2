import assert from 'node:assert/strict';
import { test } from 'node:test';
import { childrenOf } from '../../src/records/index.ts';
import { addressOf, type Json, type RequestOptions } from '../support/harness.ts';
import { section } from './setup.ts';

const ABSENT = 'lnk_00000000000000000000000000000000';

section('Links', (instance) => {
  const create = async (path: string, body: Json, options: RequestOptions = {}): Promise<Json> => {
    const { status, body: record, text } = await instance.call('POST', path, { ...options, body });
    assert.equal(status, 201, text);
    return record;
  };
  const change = () => create('/changes', { short_description: 'Upgrade the pool' });
  const ci = (name: string) => create('/cmdb/cis', { name, class: 'server' });
  const add = (path: string, kind: string, id: string, more: Json = {}) =>
    instance.call('POST', `${path}/links`, { body: { kind, record: { id }, ...more } });
  const linksOf = async (path: string, options: RequestOptions = {}): Promise<Json[]> => {
    const { status, body, text } = await instance.call('GET', `${path}/links`, options);
    assert.equal(status, 200, text);
    return body.data;
  };
  const timelineOf = async (path: string, options: RequestOptions = {}): Promise<Json[]> =>
    (await instance.call('GET', `${path}/timeline`, options)).body.data;

  test('a link is shown at both ends, with the record at the other one', async () => {
    const incident = await instance.incident();
    const other = await change();
    const { status, body } = await add(`/incidents/${incident.id}`, 'caused_by', other.id);
    assert.equal(status, 201);
    assert.match(body.id, /^lnk_[0-9a-f]{32}$/);
    assert.deepEqual(body, {
      id: body.id,
      kind: 'caused_by',
      direction: 'out',
      record: {
        type: 'change',
        id: other.id,
        short_description: 'Upgrade the pool',
        state: 'submitted',
      },
    });
    assert.deepEqual(await linksOf(`/incidents/${incident.id}`), [body]);
    const { type, id, short_description, state } = { type: 'incident', ...incident };
    assert.deepEqual(await linksOf(`/changes/${other.id}`), [
      { ...body, direction: 'in', record: { type, id, short_description, state } },
    ]);
  });

  test('records of every type can be linked, and show their name and status', async () => {
    const [server, request] = [
      await ci('db-1'),
      await create('/requests', { short_description: 'A laptop' }),
    ];
    const article = await create('/knowledge/articles', { title: 'Pools', body: 'x' });
    assert.equal((await add(`/cmdb/cis/${server.id}`, 'related_to', article.id)).status, 201);
    assert.equal((await add(`/requests/${request.id}`, 'follow_up_of', server.id)).status, 201);
    assert.deepEqual(
      (await linksOf(`/cmdb/cis/${server.id}`)).map(({ kind, direction, record }) => [
        kind,
        direction,
        record.type,
        record.short_description,
        record.state,
      ]),
      [
        ['related_to', 'out', 'article', 'Pools', 'draft'],
        ['follow_up_of', 'in', 'request', 'A laptop', 'submitted'],
      ],
    );
    assert.deepEqual((await linksOf(`/requests/${request.id}`))[0]?.record.state, 'operational');
  });

  test('with direction in, the record of the request is the second end', async () => {
    const [parent, child] = [await instance.incident(), await instance.incident()];
    const { body } = await add(`/incidents/${parent.id}`, 'child_of', child.id, {
      direction: 'in',
    });
    assert.deepEqual([body.direction, body.record.id], ['in', child.id]);
    assert.equal((await linksOf(`/incidents/${child.id}`))[0]?.direction, 'out');
    assert.deepEqual(await childrenOf(instance.running.deps.db, 'incident', parent.id), [
      { type: 'incident', id: child.id },
    ]);
  });

  test('a link that exists is returned with 200, also one of related_to from the other end', async () => {
    const [one, other] = [await instance.incident(), await instance.incident()];
    const first = await add(`/incidents/${one.id}`, 'related_to', other.id);
    const again = await add(`/incidents/${one.id}`, 'related_to', other.id);
    const reversed = await add(`/incidents/${other.id}`, 'related_to', one.id);
    assert.deepEqual([again.status, again.body], [200, first.body]);
    assert.deepEqual(
      [reversed.status, reversed.body.id, reversed.body.direction],
      [200, first.body.id, 'in'],
    );
    assert.equal((await linksOf(`/incidents/${one.id}`)).length, 1);
    assert.equal((await timelineOf(`/incidents/${one.id}`)).length, 2);
  });

  test('change_id and parent_problem_id are links that change with the field', async () => {
    const before = await change();
    const incident = await instance.incident({ change_id: before.id });
    const id = `change_id.${incident.id}`;
    const [link] = await linksOf(`/incidents/${incident.id}`);
    assert.deepEqual(
      [link?.id, link?.kind, link?.field, link?.record.id],
      [id, 'caused_by', 'change_id', before.id],
    );
    const [reverse] = await linksOf(`/changes/${before.id}`);
    assert.deepEqual(
      [reverse?.id, reverse?.direction, reverse?.record.id],
      [id, 'in', incident.id],
    );
    const removed = await instance.call('DELETE', `/changes/${before.id}/links/${id}`);
    assert.deepEqual(
      [removed.status, removed.body.code, removed.body.field],
      [409, 'link_of_field', 'change_id'],
    );
    const after = await change();
    await instance.patch(incident.id, { change_id: after.id });
    assert.deepEqual(
      (await linksOf(`/incidents/${incident.id}`)).map(({ kind, record }) => [kind, record.id]),
      [['fixed_by', after.id]],
    );
    await instance.patch(incident.id, { change_id: 'CHG9999999' });
    assert.deepEqual(await linksOf(`/incidents/${incident.id}`), [], 'there is no such change');
  });

  test('a removed link is gone from both records', async () => {
    const [one, other] = [await instance.incident(), await instance.incident()];
    const { body } = await add(`/incidents/${one.id}`, 'child_of', other.id);
    const path = `/incidents/${other.id}/links/${body.id}`;
    const { status, body: removed } = await instance.call('DELETE', path);
    assert.deepEqual(
      [status, removed.id, removed.removed, removed.removed_by],
      [200, body.id, true, addressOf('itsm_manager')],
    );
    assert.deepEqual(await linksOf(`/incidents/${one.id}`), []);
    assert.equal((await instance.call('DELETE', path)).status, 404);
    const elsewhere = await instance.incident();
    const foreign = await add(`/incidents/${one.id}`, 'child_of', other.id);
    const wrong = `/incidents/${elsewhere.id}/links/${foreign.body.id}`;
    assert.equal((await instance.call('DELETE', wrong)).status, 404);
    assert.equal((await linksOf(`/incidents/${one.id}`)).length, 1);
  });

  test('both records get an entry, and neither a new version or an event', async () => {
    const [one, other] = [await instance.incident(), await change()];
    const { body } = await add(`/incidents/${one.id}`, 'fixed_by', other.id);
    await instance.call('DELETE', `/incidents/${one.id}/links/${body.id}`);
    const link = { kind: 'fixed_by', direction: 'out', record: { type: 'change', id: other.id } };
    const [removed, added] = await timelineOf(`/incidents/${one.id}`);
    assert.deepEqual(
      [added?.kind, added?.changes, removed?.kind, removed?.changes],
      [
        'link.added',
        { links: { from: null, to: link } },
        'link.removed',
        { links: { from: link, to: null } },
      ],
    );
    const [, ofChange] = await timelineOf(`/changes/${other.id}`);
    assert.deepEqual(ofChange?.changes?.links.to, {
      kind: 'fixed_by',
      direction: 'in',
      record: { type: 'incident', id: one.id },
    });
    assert.equal((await instance.call('GET', `/incidents/${one.id}`)).body.version, 1);
    assert.equal((await instance.events(one.id)).length, 1);
    await instance.patch(one.id, { category: 'network' });
    const stale = await instance.patch(
      one.id,
      { category: 'x' },
      { headers: { 'if-match': '"1"' } },
    );
    assert.deepEqual(stale.body.changed_fields, ['category']);
  });

  test('a cycle of child_of is refused, directly and through others', async () => {
    const [a, b, c] = [await instance.incident(), await change(), await instance.incident()];
    await add(`/incidents/${a.id}`, 'child_of', b.id);
    await add(`/changes/${b.id}`, 'child_of', c.id);
    for (const [path, id] of [
      [`/changes/${b.id}`, a.id],
      [`/incidents/${c.id}`, a.id],
      [`/incidents/${c.id}`, b.id],
    ] as const) {
      const { status, body } = await add(path, 'child_of', id);
      assert.deepEqual([status, body.code], [409, 'link_cycle']);
    }
    assert.equal((await add(`/incidents/${c.id}`, 'caused_by', a.id)).status, 201);
  });

  test('one of several callers who would close a cycle together is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const ring = await Promise.all(Array.from({ length: 4 }, () => instance.incident()));
      const replies = await Promise.all(
        ring.map(({ id }, at) =>
          add(`/incidents/${id}`, 'child_of', ring[(at + 1) % ring.length]?.id),
        ),
      );
      assert.deepEqual(
        replies.map(({ status }) => status).toSorted((a, b) => a - b),
        [201, 201, 201, 409],
        JSON.stringify(replies.map(({ body }) => body)),
      );
    }
  });

  test('a record has at most 200 links', async () => {
    const [full, other] = [await instance.incident(), await instance.incident()];
    await instance.running.sql(
      `insert into record_links (kind, source_type, source_id, target_type, target_id, created_by, created_at)
       select 'related_to', 'incident', $1, 'incident', 'INC9' || lpad(n::text, 6, '0'), 'a@example.com', now()
       from generate_series(1, 200) as n`,
      [full.id],
    );
    for (const [path, id] of [
      [`/incidents/${full.id}`, other.id],
      [`/incidents/${other.id}`, full.id],
    ] as const) {
      const { status, body } = await add(path, 'caused_by', id);
      assert.deepEqual([status, body.code], [409, 'too_many_links']);
    }
  });

  test('links are paged in both orders', async () => {
    const hub = await instance.incident({ change_id: (await change()).id });
    const others = await Promise.all(Array.from({ length: 5 }, () => instance.incident()));
    for (const { id } of others) await add(`/incidents/${hub.id}`, 'related_to', id);
    for (const order of ['asc', 'desc']) {
      const ids: string[] = [];
      let cursor = '';
      do {
        const query = `limit=2&order=${order}${cursor && `&cursor=${cursor}`}`;
        const { body } = await instance.call('GET', `/incidents/${hub.id}/links?${query}`);
        ids.push(...body.data.map(({ id }: Json) => id));
        cursor = body.next_cursor ?? '';
      } while (cursor !== '');
      assert.deepEqual([ids.length, new Set(ids).size], [6, 6], order);
    }
  });

  test('invalid links are refused', async () => {
    const { id } = await instance.incident();
    const path = `/incidents/${id}`;
    const faultOf = async (kind: string, other: string, more: Json = {}) => {
      const { status, body } = await add(path, kind, other, more);
      return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
    };
    assert.deepEqual(await faultOf('duplicate_of', 'INC0000001'), [400, '/kind', 'not_allowed']);
    assert.deepEqual(await faultOf('caused_by', id), [400, '/record/id', 'not_allowed']);
    for (const other of ['INC9999999', 'CHG9999999', 'nonsense', 'PRB0000001'])
      assert.deepEqual(await faultOf('caused_by', other), [400, '/record/id', 'not_readable']);
    assert.equal((await add('/incidents/INC9999999', 'caused_by', id)).status, 404);
    assert.equal((await instance.call('GET', '/incidents/INC9999999/links')).status, 404);
    assert.equal((await instance.call('DELETE', `${path}/links/${ABSENT}`)).status, 404);
    const typed = await instance.call('POST', `${path}/links`, {
      body: { kind: 'caused_by', record: { type: 'change', id } },
    });
    assert.equal(typed.status, 400, 'the incident is no change');
  });

  test('a requester sees a link, and its entries, only if they may read both records', async () => {
    const as = 'requester';
    const own = await instance.incident({}, { as });
    const [foreign, alsoOwn] = [await instance.incident(), await instance.incident({}, { as })];
    const hidden = await change();
    for (const { id } of [foreign, alsoOwn, hidden])
      await add(`/incidents/${own.id}`, 'related_to', id);
    const path = `/incidents/${own.id}`;
    assert.deepEqual(
      (await linksOf(path, { as })).map(({ record }) => record.id),
      [alsoOwn.id],
    );
    const entries = (await timelineOf(path, { as })).filter(({ kind }) => kind === 'link.added');
    assert.deepEqual(
      entries.map(({ changes }) => changes.links.to.record.id),
      [alsoOwn.id],
    );
    assert.equal((await linksOf(path)).length, 3);
    assert.equal(
      (await instance.call('GET', `/incidents/${foreign.id}/links`, { as })).status,
      404,
    );
    const refused = await instance.call('POST', `${path}/links`, {
      as,
      body: { kind: 'related_to', record: { id: alsoOwn.id } },
    });
    assert.deepEqual([refused.status, refused.body.code], [403, 'insufficient_role']);
  });

  test('a link to a deleted record is hidden, with its entries, until the record is restored', async () => {
    const [one, other] = [await instance.incident(), await instance.incident()];
    await add(`/incidents/${one.id}`, 'related_to', other.id);
    const countShown = async () => [
      (await linksOf(`/incidents/${one.id}`)).length,
      (await timelineOf(`/incidents/${one.id}`)).length,
    ];
    await instance.call('DELETE', `/incidents/${other.id}`);
    assert.deepEqual(await countShown(), [0, 1]);
    assert.equal((await instance.call('GET', `/incidents/${other.id}/links`)).status, 404);
    await instance.call('POST', `/incidents/${other.id}/restore`);
    assert.deepEqual(await countShown(), [1, 2]);
  });
});
