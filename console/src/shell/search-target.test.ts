import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { recordOf, searchTargetOf } from './search-target.ts';
import { wayBackOf } from './way-back.ts';

const readerOf = (isRequester: boolean, ...permissions: string[]) => ({
  isRequester,
  mayUse: (permission: string) => permissions.includes(permission),
});
type Reader = ReturnType<typeof readerOf>;
const agent = readerOf(
  false,
  'incidents.read',
  'changes.read',
  'requests.read',
  'cmdb.read',
  'articles.read',
);
const requester = readerOf(true, 'incidents.read', 'requests.read', 'articles.read');

describe('The search box', () => {
  const boxes: [pathname: string, reader: Reader, path: string, label: string][] = [
    ['/incidents', agent, '/incidents', 'Search incidents'],
    ['/changes/calendar', agent, '/changes', 'Search changes'],
    ['/requests/REQ0000001', agent, '/requests', 'Search requests'],
    ['/cmdb', agent, '/cmdb', 'Search CIs'],
    ['/knowledge', agent, '/knowledge', 'Search articles'],
    ['/overview', agent, '/incidents', 'Search incidents'],
    ['/changesets', agent, '/incidents', 'Search incidents'],
    ['/home', requester, '/incidents', 'Search my incidents'],
    ['/requests', requester, '/requests', 'Search my requests'],
    ['/knowledge', requester, '/knowledge', 'Search articles'],
    ['/cmdb', requester, '/incidents', 'Search my incidents'],
  ];
  for (const [pathname, reader, path, label] of boxes) {
    test(`the search box says "${label}" on ${pathname}`, () => {
      assert.deepEqual(searchTargetOf(pathname, reader), { path, label });
    });
  }

  test('an id names a record, in upper or lower case; other texts do not', () => {
    const found = [' inc0000042 ', 'CHG0000012', 'req0000001', 'ci89', 'KB0000001'].map(recordOf);
    assert.deepEqual(
      found.map((one) => one && [one.id, one.to]),
      [
        ['INC0000042', '/incidents/$id'],
        ['CHG0000012', '/changes/$id'],
        ['REQ0000001', '/requests/$id'],
        ['CI89', '/cmdb/$id'],
        ['KB0000001', '/knowledge/$id'],
      ],
    );
    assert.deepEqual(
      ['', 'INC', 'INC42 printer', 'cinema'].map(recordOf),
      Array(4).fill(undefined),
    );
  });
});

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
