import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordEventVisibility } from '../../src/records/index.ts';
import { addressOf, type Json, type RequestOptions } from '../support/harness.ts';
import { section } from './setup.ts';

type Role = NonNullable<RequestOptions['as']>;

const DELETION = { from: false, to: true };

section('The event log', (instance) => {
  const list = (query: string, options = {}) => instance.call('GET', `/events?${query}`, options);

  test('an event in the log is the delivered body with its id, record and sequence', async () => {
    const { id } = await instance.incident({ short_description: 'Mail is slow', priority: 'P2' });
    const { status, body } = await list(`record=${id}`);
    assert.equal(status, 200);
    assert.equal('total' in body, false);
    const [event] = body.data;
    assert.deepEqual(
      [event.event, event.service_instance, event.record, event.sequence],
      ['incident.created', 'test', { type: 'incident', id }, 1],
    );
    assert.deepEqual(
      [event.data.id, event.data.priority, event.data.url],
      [id, 'P2', `https://desk.example.com/prod/api/v1/incidents/${id}`],
    );
    assert.match(event.timestamp, /^\d{4}-.*Z$/);
  });

  test('the log is filtered by type, record and since, and a cursor pages it oldest first', async () => {
    const { id } = await instance.incident();
    await instance.walk(id, 'in_progress', 'resolved');
    const all = await list(`record=${id}`);
    assert.deepEqual(
      all.body.data.map((event: { sequence: number }) => event.sequence),
      [1, 2, 3, 4],
    );
    const resolved = await list(`record=${id}&type=incident.resolved`);
    assert.equal(resolved.body.data.length, 1);
    const late = await list(`record=${id}&since=${resolved.body.data[0].timestamp}`);
    assert.ok(late.body.data.length >= 2 && late.body.data.length < 5);
    const first = await list(`record=${id}&limit=3`);
    const rest = await list(`record=${id}&limit=3&cursor=${first.body.next_cursor}`);
    assert.deepEqual([...first.body.data, ...rest.body.data], all.body.data);
    assert.equal((await list('type=incident.exploded')).status, 400);
  });

  test('a requester reads only the events of own incidents, without team notes', async () => {
    const own = await instance.incident({}, { as: 'requester' });
    const other = await instance.incident();
    await instance.call('POST', `/incidents/${own.id}/notes`, { body: { body: 'among us' } });
    await instance.patch(own.id, { category: 'mail', work_note: 'among us' });
    const asRequester = await list(`record=${own.id},${other.id}`, { as: 'requester' });
    assert.deepEqual(
      asRequester.body.data.map(({ record, sequence, data }: any) => [
        record.id,
        sequence,
        data.note,
        Object.keys(data.changes ?? {}),
      ]),
      [
        [own.id, 1, undefined, []],
        [own.id, 4, undefined, ['category']],
      ],
    );
    const foreign = { as: 'requester', email: `x${addressOf('requester')}` } as const;
    assert.deepEqual((await list(`record=${own.id}`, foreign)).body.data, []);
    assert.equal((await list(`record=${own.id}`, { as: 'auditor' })).body.data.length, 5);
  });

  test('a requester reads no event of an article, also of a published one', async () => {
    const { body: article } = await instance.call('POST', '/knowledge/articles', {
      body: { title: 'Reset a password', body: 'Ask Ada, who knows them all.' },
    });
    const path = `/knowledge/articles/${article.id}`;
    await instance.call('PATCH', path, { as: 'agent', body: { body: 'Ask.', state: 'review' } });
    assert.equal((await instance.call('POST', `${path}/publish`)).status, 200);
    assert.deepEqual((await list(`record=${article.id}`, { as: 'requester' })).body.data, []);
    const { data: asAgent } = (await list(`record=${article.id}`, { as: 'agent' })).body;
    assert.ok(asAgent.length > 1 && asAgent[0].event === 'article.created');
  });

  test('callers who may not read a deleted incident see only its id, sequence and deletion', async () => {
    const { id } = await instance.incident(
      { short_description: 'Salary of Ada' },
      { as: 'requester' },
    );
    await instance.patch(id, { category: 'Salaries', state: 'in_progress' });
    await instance.call('DELETE', `/incidents/${id}`);
    for (const as of ['agent', 'requester'] as const) {
      const { body, text } = await list(`record=${id}`, { as });
      assert.deepEqual(
        body.data.map(({ event, record, data }: Json) => [event, record.id, data]),
        [
          ['incident.created', id, { id, sequence: 1 }],
          ['incident.updated', id, { id, sequence: 2 }],
          ['incident.updated', id, { id, sequence: 3, changes: { deleted: DELETION } }],
          ['incident.deleted', id, { id, sequence: 4, changes: { deleted: DELETION } }],
        ],
        as,
      );
      assert.equal(/Salar/.test(text), false, text);
    }
    for (const as of ['super_admin', 'itsm_manager', 'auditor'] as const) {
      const { body } = await list(`record=${id}`, { as });
      assert.equal(body.data[0].data.short_description, 'Salary of Ada', as);
    }
    await instance.call('POST', `/incidents/${id}/restore`);
    for (const as of ['agent', 'requester'] as const) {
      const { body } = await list(`record=${id}`, { as });
      assert.equal(body.data[0].data.short_description, 'Salary of Ada', as);
      assert.equal(body.data.length, 5);
    }
  });

  test('every role reads the events of the records that it may read, in the log as in the stream', async () => {
    const call = async (method: string, path: string, body?: Json, as: Role = 'itsm_manager') => {
      const reply = await instance.call(method, path, { as, ...(body && { body }) });
      assert.ok(reply.status < 300, reply.text);
      return reply.body;
    };
    const article = async (title: string) => {
      const made = await call('POST', '/knowledge/articles', { title, body: 'Salaries.' });
      return `/knowledge/articles/${made.id}`;
    };
    const publish = async (path: string) => {
      await call('PATCH', path, { state: 'review' });
      await call('POST', `${path}/publish`);
    };
    const draft = await article('Salaries');
    const published = await article('Salaries');
    await call('PATCH', published, { title: 'Printers', body: 'Switch it on.' });
    await publish(published);
    await call('PATCH', published, { body: 'Salaries, again.' }, 'agent');
    const retired = await article('Printers');
    await publish(retired);
    await call('POST', `${retired}/retire`);
    const deleted = await article('Printers');
    await publish(deleted);
    await call('DELETE', deleted);
    const ci = `/cmdb/cis/${(await call('POST', '/cmdb/cis', { name: 'x', class: 'y' })).id}`;
    const change = `/changes/${(await call('POST', '/changes', { short_description: 'x' })).id}`;
    const ask = async (as: Role) =>
      `/requests/${(await call('POST', '/requests', { short_description: 'x' }, as)).id}`;
    const [own, other] = [await ask('requester'), await ask('agent')];
    await call('POST', `${own}/notes`, { body: 'Salaries.', visibility: 'team' });
    await call('PATCH', own, { item: 'Laptop' });
    const { id: noted } = await instance.incident({}, { as: 'requester' });
    const incident = `/incidents/${noted}`;
    await call('POST', `${incident}/notes`, { body: 'Salaries.', visibility: 'team' });
    await call('POST', `${incident}/notes`, { body: 'Restarted.', visibility: 'public' });
    await call('POST', `${incident}/notes`, { body: 'Salaries.', visibility: 'private' });

    const { db } = instance.running.deps;
    const stored = (await instance.running.sql('select * from events')) as never[];
    const facts = await recordEventVisibility.facts(db, stored);
    const paths = [draft, published, retired, deleted, ci, change, own, other, incident];
    const roles: Role[] = ['super_admin', 'itsm_manager', 'agent', 'auditor', 'requester'];
    for (const as of roles) {
      const actor = { id: as, email: addressOf(as), roles: [as] };
      const variantOf = recordEventVisibility.variantsFor(actor);
      const streamed = stored.flatMap((event: never) => {
        const variant = variantOf(event, facts);
        const shown = variant && recordEventVisibility.asVariant(event, variant, facts);
        return shown ? [[shown.id, shown.data] as const] : [];
      });
      const log: Json[] = [];
      for (let cursor = ''; ;) {
        const { body } = await list(`limit=100${cursor}`, { as });
        log.push(...body.data);
        if (!body.next_cursor) break;
        cursor = `&cursor=${body.next_cursor}`;
      }
      const byId = (rows: (readonly [string, unknown])[]) => Object.fromEntries(rows);
      assert.deepEqual(
        byId(log.map(({ id, data }) => [id, data] as const)),
        byId(streamed),
        `the stream of ${as}`,
      );
      for (const path of paths) {
        const { status } = await instance.call('GET', path, { as });
        const events = log.filter(({ record }) => record.id === path.split('/').at(-1));
        const isArticle = path.startsWith('/knowledge');
        const isRead = (status === 200 || path === deleted) && !(isArticle && as === 'requester');
        assert.equal(events.length > 0, isRead, `events of ${path} for ${as}`);
      }
      if (as !== 'requester') continue;
      const text = JSON.stringify(
        log.filter(({ record }) => paths.some((one) => one.endsWith(record.id))),
      );
      assert.equal(/Salar/.test(text), false, text);
      const typesOf = (path: string) =>
        log.filter(({ record }) => path.endsWith(record.id)).map(({ event }) => event);
      assert.deepEqual(typesOf(incident), [
        'incident.created',
        'incident.updated',
        'incident.note_added',
      ]);
      assert.deepEqual(typesOf(own), ['request.submitted', 'request.created', 'request.updated']);
    }
  });
});
