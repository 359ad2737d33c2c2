// A list request calls functions in at most eight files, as V8 records.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { filesCalledBy } from '../support/called-files.ts';
import { type Instance, startInstance } from '../support/harness.ts';

/** Only files of lists, pagination and the feature count, not those that every request passes through. */
const FOLDERS = [
  'server/src/platform/lists/',
  'server/src/platform/http/output/pagination.ts',
  'server/src/incidents/',
  'server/src/records/',
];
const MAX_FILES = 8;

describe('The code path of a list', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
    for (let n = 0; n < 3; n += 1)
      await instance.call('POST', '/incidents', {
        body: { short_description: 'Walked', category: 'walked' },
      });
  });
  after(() => instance.stop());

  for (const query of [
    '',
    'state=new',
    'state=new&priority=P3&category=walked',
    'state=new,in_progress&sort=sla_breach_at&order=asc',
    'q=walked&state=new',
    'fields=id,state',
  ])
    test(`GET /incidents?${query} passes through at most eight files`, async () => {
      const get = () => instance.call('GET', `/incidents?limit=1&${query}`);
      // The first request also builds the statements, which are cached.
      const { body } = await get();
      assert.equal(typeof body.next_cursor, 'string', 'there is a next page');
      const called = await filesCalledBy(FOLDERS, get);
      assert.ok(called.length > 3 && called.length <= MAX_FILES, called.join('\n'));
    });
});
