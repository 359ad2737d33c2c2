import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathOf, recordAt, recordOf } from './searched-types.ts';

describe('Ids and paths of records', () => {
  test('an id names a record, in upper or lower case', () => {
    const ids = [' inc0000042 ', 'CHG0000012', 'req0000001', 'ci89', 'KB0000001', 'incA00000b'];
    const paths = ids.map((text) => {
      const record = recordOf(text);
      return record && pathOf(record);
    });
    assert.deepEqual(paths, [
      '/incidents/INC0000042',
      '/changes/CHG0000012',
      '/requests/REQ0000001',
      '/cmdb/CI89',
      '/knowledge/KB0000001',
      '/incidents/INCA00000B',
    ]);
  });

  for (const text of ['', 'INC', 'INC42 printer', 'cinema', 'increments', 'requisites'])
    test(`the text "${text}" names no record`, () => {
      assert.equal(recordOf(text), undefined);
    });

  test('the path of a page names its record, the path of a list or an editor does not', () => {
    assert.deepEqual(recordAt('/incidents/INC0000042'), { type: 'incident', id: 'INC0000042' });
    for (const path of ['/incidents', '/changes/INC0000042', '/knowledge/KB0000001/edit', '/'])
      assert.equal(recordAt(path), undefined, path);
  });
});
