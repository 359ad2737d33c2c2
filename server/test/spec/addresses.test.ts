// Addresses of people are stored as given and compared regardless of case: a provider may change their spelling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { incidentTotals, requesterTotals } from '../../src/incidents/incidents.sql.ts';
import { findWaiting } from '../../src/notifications/mails/mails.sql.ts';
import { foldTotals } from '../../src/platform/lists/totals.ts';
import type { Json } from '../support/harness.ts';
import { section } from './setup.ts';

section('Addresses of people', (instance) => {
  const [given, changed] = ['Cleo@Example.com', 'cleo@example.COM'];
  const requester = (email: string) => ({ as: 'requester', email }) as const;
  const agent = (email: string) => ({ as: 'agent', email }) as const;
  const get = async (path: string, options: Json = {}) => {
    const { status, body, text } = await instance.call('GET', path, options);
    assert.equal(status, 200, `${path} ${text}`);
    return body;
  };
  const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id).toSorted();

  test('a person whose address changes case keeps their own records and totals', async () => {
    const ids: string[] = [];
    for (const email of [given, changed]) {
      ids.push((await instance.incident({}, requester(email))).id);
      // The first two records are counted in the aggregates, the third in a delta that is not folded yet.
      await foldTotals(instance.running.deps.db, incidentTotals);
    }
    ids.push((await instance.incident({}, requester(given))).id);
    await instance.incident({}, requester('other@example.com'));
    for (const email of [given, changed]) {
      const own = requester(email);
      const page = await get('/incidents', own);
      assert.deepEqual([idsOf(page), page.total], [ids, 3], email);
      const counts = await get('/incidents/counts?by=state,assigned_to', own);
      assert.deepEqual([counts.total, counts.by.state], [3, [{ value: 'new', count: 3 }]]);
      for (const id of ids) assert.equal((await get(`/incidents/${id}`, own)).id, id);
      const events = await get('/events?type=incident.created', own);
      assert.deepEqual(events.data.map(({ data }: Json) => data.id).toSorted(), ids);
    }
    // The address is stored as given.
    assert.deepEqual((await get(`/incidents/${ids[1]}`)).opened_by, changed);
  });

  test('an incident that an agent records for a person belongs to both, and a changed requester loses it', async () => {
    const [anna, bert] = [requester('anna@example.com'), requester('bert@example.com')];
    const fold = async () => {
      for (const totals of [incidentTotals, requesterTotals])
        await foldTotals(instance.running.deps.db, totals);
    };
    const assertOwn = async (
      person: typeof anna,
      ids: readonly string[],
      message: string,
      sorts = ['created_at'],
    ) => {
      for (const sort of sorts) {
        const page = await get(`/incidents?sort=${sort}&order=asc&limit=200`, person);
        assert.deepEqual([idsOf(page), page.total], [ids, ids.length], message);
      }
      const counts = await get('/incidents/counts?by=state,category', person);
      const byState = ids.length === 0 ? [] : [{ value: 'new', count: ids.length }];
      assert.deepEqual([counts.total, counts.by.state], [ids.length, byState], message);
      const events = await get('/events?type=incident.created', person);
      assert.deepEqual(events.data.map(({ data }: Json) => data.id).toSorted(), ids, message);
    };
    const desk = agent('desk@example.com');
    const own = (await instance.incident({ requester: 'ANNA@example.com' }, anna)).id;
    const { id } = await instance.incident({ requester: 'Anna@Example.com' }, desk);
    await fold();
    const { id: later } = await instance.incident({ requester: 'anna@example.com' }, desk);
    const sorts = ['created_at', 'updated_at'];
    await assertOwn(anna, [own, id, later], 'one is her own, two were recorded for her', sorts);
    const found = await get(`/incidents?requester=anna@EXAMPLE.com&fields=requester`);
    assert.deepEqual(
      found.data.map((one: Json) => one.requester),
      ['anna@example.com', 'Anna@Example.com', 'ANNA@example.com'],
    );
    for (const [to, ofAnna, ofBert] of [
      ['Bert@example.com', [own, later], [id]],
      ['aNNa@example.com', [own, id, later], []],
      [null, [own, later], []],
    ] as const) {
      const renamed = await instance.call('PATCH', `/incidents/${id}`, {
        ...desk,
        body: { requester: to },
      });
      assert.deepEqual([renamed.status, renamed.body.requester], [200, to]);
      await assertOwn(anna, ofAnna, `anna after ${to}`);
      await assertOwn(bert, ofBert, `bert after ${to}`);
      await fold();
      await assertOwn(anna, ofAnna, `anna after ${to}, folded`);
      const { status } = await instance.call('GET', `/incidents/${id}`, bert);
      assert.equal(status, ofBert.length > 0 ? 200 : 404);
    }
  });

  test('a person is the requester of what they report, a client of nothing, and nobody names another', async () => {
    const email = 'carl@example.com';
    const person = await instance.running.mint({ sub: 'carl', email, roles: ['requester'] });
    const report = (body: Json) =>
      instance.call('POST', '/incidents', {
        token: person,
        body: { short_description: 'x', ...body },
      });
    assert.equal((await report({})).body.requester, email);
    assert.equal((await report({ requester: null })).body.requester, null);
    assert.equal((await instance.incident({}, agent('desk@example.com'))).requester, null);
    const refused = await report({ requester: 'dan@example.com' });
    assert.deepEqual(
      [refused.status, refused.body.errors[0].pointer, refused.body.errors[0].code],
      [400, '/requester', 'not_allowed'],
    );
    const { body: own } = await report({});
    const renamed = await instance.call('PATCH', `/incidents/${own.id}`, {
      token: person,
      body: { requester: 'dan@example.com' },
    });
    assert.deepEqual([renamed.status, renamed.body.errors[0].code], [400, 'not_allowed']);
  });

  test('a record requested for an address in another case belongs to that person', async () => {
    const { body } = await instance.call('POST', '/requests', {
      ...agent('desk@example.com'),
      body: { short_description: 'Laptop', requested_for: 'Dora@Example.com' },
    });
    const page = await get('/requests', requester('dora@example.com'));
    assert.deepEqual(idsOf(page), [body.id]);
    await get(`/requests/${body.id}`, requester('dora@example.com'));
  });

  test('filtering by a person finds records under every spelling once, and counts have one row per person', async () => {
    const [one, other] = ['Eve@Example.com', 'eve@example.com'];
    const ids = [
      (await instance.incident({ assigned_to: one })).id,
      (await instance.incident({ assigned_to: other })).id,
    ];
    for (const query of [one, other, `${one},${other}`, `${one},nobody@example.com`]) {
      const page = await get(`/incidents?assigned_to=${query}`);
      assert.deepEqual([idsOf(page), page.total], [ids, 2], query);
      const searched = await get(`/incidents?q=printer&assigned_to=${query}`);
      assert.deepEqual(idsOf(searched), ids, query);
    }
    for (const query of ['', '&q=printer']) {
      const { by } = await get(`/incidents/counts?by=assigned_to&assigned_to=${one}${query}`);
      assert.deepEqual(
        by.assigned_to.map(({ value, count }: Json) => [value.toLowerCase(), count]),
        [[other, 2]],
      );
    }
    const unassigned = await get('/incidents?without=assigned_to&limit=200');
    assert.equal(
      unassigned.data.some(({ id }: Json) => ids.includes(id)),
      false,
    );
  });

  test('audit, sign-ins, users, changes, CIs and articles are filtered regardless of case', async () => {
    const actor = agent('Filed.By@Example.com');
    const make = async (path: string, body: Json) =>
      (await instance.call('POST', path, { ...actor, body })).body.id;
    const ids = {
      change: await make('/changes', { short_description: 'x', type: 'normal', risk: 'low' }),
      ci: await make('/cmdb/cis', { name: 'host-x', class: 'server', owner: actor.email }),
      article: await make('/knowledge/articles', { title: 'x', body: 'y' }),
    };
    const spelled = 'fILED.by@example.com';
    const lists = {
      change: `/changes?requested_by=${spelled}`,
      ci: `/cmdb/cis?owner=${spelled}`,
      article: `/knowledge/articles?author=${spelled}`,
    };
    for (const [name, path] of Object.entries(lists))
      assert.deepEqual(idsOf(await get(path)), [ids[name as keyof typeof ids]], path);
    await instance.call('POST', '/users', {
      as: 'super_admin',
      body: { email: 'Filed.For@Example.com', name: 'F', roles: ['agent'] },
    });
    const users = await get('/users?email=filed.for@example.com', { as: 'super_admin' });
    assert.deepEqual(
      users.data.map(({ email }: Json) => email),
      ['Filed.For@Example.com'],
    );
    const audit = await get(`/audit?actor=${spelled}`, { as: 'auditor' });
    assert.equal(audit.data.length, 3);
    await instance.running.sql(
      `insert into sign_in_events (at, kind, actor, address) values (now(), 'sign_in', $1, '::1')`,
      [actor.email],
    );
    const signIns = await get(`/audit/sign-ins?actor=${spelled}`, { as: 'auditor' });
    assert.deepEqual(
      signIns.data.map((one: Json) => one.actor),
      [actor.email],
    );
  });

  test('private notes, views, notifications and preferences stay with a person whose address changes case', async () => {
    const [before, after] = [agent('Fay@Example.com'), agent('fay@example.com')];
    const { id } = await instance.incident({ assigned_to: before.email });
    const note = { body: 'mine', visibility: 'private' };
    await instance.call('POST', `/incidents/${id}/notes`, { ...before, body: note });
    assert.equal((await get(`/incidents/${id}/notes`, after)).total, 1);
    assert.equal((await get(`/incidents/${id}`, after)).work_notes_count, 1);

    const view = await instance.call('POST', '/views', {
      ...before,
      body: { name: 'Mine', list: 'incidents', query: {}, columns: [], audience: 'me' },
    });
    assert.equal(view.status, 201, view.text);
    const renamed = { ...after, body: { name: 'Still mine' } };
    assert.equal((await instance.call('PATCH', `/views/${view.body.id}`, renamed)).status, 200);
    assert.deepEqual(idsOf(await get('/views', after)), [view.body.id]);

    const notices = await get('/notifications', after);
    assert.deepEqual([notices.data.length, notices.unread], [1, 1]);
    const read = await instance.call('POST', `/notifications/${notices.data[0].id}/read`, after);
    assert.equal(read.status, 200);

    const path = '/notifications/preferences';
    const email = { 'incident.assigned': false };
    assert.equal((await instance.call('PATCH', path, { ...before, body: { email } })).status, 200);
    assert.equal((await get(path, after)).email['incident.assigned'], false);
    const [mail] = await instance.running.sql('select id from mails where record_id = $1', [id]);
    await instance.running.sql('update mails set pending = $2 where id = $1', [
      mail.id,
      [after.email, 'else@example.com'],
    ]);
    const waiting = await findWaiting(instance.running.deps.db, mail.id);
    assert.deepEqual(waiting?.wanting, ['else@example.com']);
    await instance.call('PATCH', path, {
      ...after,
      body: { email: { 'incident.assigned': true } },
    });
    assert.equal((await get(path, before)).version, 3);
  });
});
