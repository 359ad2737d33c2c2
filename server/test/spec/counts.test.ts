import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldTotals } from '../../src/platform/lists/totals.ts';
import { incidentTotals } from '../../src/incidents/incidents.sql.ts';
import { faultsOf, type Json } from '../support/harness.ts';
import { section } from './setup.ts';

const fields = ['state', 'priority', 'assignment_group', 'assigned_to', 'category'];

section('Counts of incidents', (instance) => {
  const own = () => `cat-${crypto.randomUUID()}`;
  const counts = async (query: string, options: Json = {}) => {
    const { status, body, text } = await instance.call(
      'GET',
      `/incidents/counts?by=${fields.join()}${query}`,
      options,
    );
    assert.equal(status, 200, text);
    return body;
  };
  /** Counts the same records by reading the list. */
  const countByList = async (query: string, options: Json = {}) => {
    const { body } = await instance.call('GET', `/incidents?limit=200${query}`, options);
    const by = fields.map((field) => {
      const values = new Map<string, number>();
      for (const one of body.data)
        if (one[field] !== null) values.set(one[field], (values.get(one[field]) ?? 0) + 1);
      const rows = [...values].map(([value, count]) => ({ value, count }));
      const compare = (a: Json, b: Json) => b.count - a.count || (a.value < b.value ? -1 : 1);
      return [field, rows.toSorted(compare)];
    });
    return { by: Object.fromEntries(by), total: body.total };
  };

  test('counts equal the list for every kind of filter, whether totals are folded or not', async () => {
    const category = own();
    const groups = [`${category} a`, `${category} b`];
    for (let n = 0; n < 12; n += 1) {
      const { id } = await instance.incident({
        category,
        priority: `P${1 + (n % 3)}`,
        ...(n % 4 > 0 && { assignment_group: groups[n % 2] }),
        ...(n % 5 > 0 && { assigned_to: `${n % 2}@example.com` }),
      });
      if (n % 2 === 0) await instance.walk(id, 'in_progress');
      if (n === 11) await instance.call('DELETE', `/incidents/${id}`);
    }
    const minuteAgo = new Date(Date.now() - 60_000).toISOString();
    const yesterday = new Date(Date.now() - 86_400_000).toISOString();
    const queries = [
      `&category=${category}`,
      `&category=${category}&state=new`,
      `&assignment_group=${groups[0]}`,
      `&assignment_group=${groups.join()}&priority=P1,P2`,
      `&category=${category}&created_after=${minuteAgo}`,
      `&category=${category}&created_after=${yesterday}`,
      `&category=${category}&assigned_to=0@example.com`,
      `&category=${category}&without=assigned_to`,
      `&category=${category}&sla=paused,at_risk`,
      `&q=${category}`,
    ];
    for (const isFolded of [false, true]) {
      if (isFolded) await foldTotals(instance.running.deps.db, incidentTotals);
      for (const query of queries)
        assert.deepEqual(await counts(query), await countByList(query), `${query} ${isFolded}`);
      const all = await counts('');
      assert.deepEqual(all, await countByList(''), `without a filter ${isFolded}`);
    }
  });

  test('a requester counts only own incidents', async () => {
    const category = own();
    const mine = { as: 'requester', email: `${category}@example.com` };
    await instance.incident({ category });
    await instance.incident({ category }, mine as never);
    assert.equal((await counts(`&category=${category}`)).total, 2);
    const { by, total } = await counts('', mine);
    assert.deepEqual([total, by.category], [1, [{ value: category, count: 1 }]]);
  });

  test('counts require a known value of by, and refuse parameters of pages', async () => {
    const faultsOfQuery = async (query: string) =>
      faultsOf(await instance.call('GET', `/incidents/counts?${query}`));
    assert.deepEqual(await faultsOfQuery(''), ['/by required']);
    assert.deepEqual(await faultsOfQuery('by=colour'), ['/by not_allowed']);
    assert.deepEqual(await faultsOfQuery('by=state&limit=5'), ['/limit unknown_parameter']);
  });
});
