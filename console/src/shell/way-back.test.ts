import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wayBackOf } from './way-back.ts';

test('a page that cannot be shown leads to its list, and a list to the start page', () => {
  assert.deepEqual(wayBackOf('/incidents/INC0000042'), {
    to: '/incidents',
    label: 'All incidents',
  });
  assert.deepEqual(wayBackOf('/webhooks/inbound/1').to, '/webhooks');
  for (const pathname of ['/incidents', '/', '/nowhere/else', '/admin/users'])
    assert.equal(wayBackOf(pathname).to, '/');
  assert.deepEqual(wayBackOf('/incidents/INC0000042', true).label, 'My reports');
  assert.deepEqual(wayBackOf('/cmdb/CI89', true), { to: '/', label: 'Home' });
});
