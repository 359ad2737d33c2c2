import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRecordPath, linkRecordIds, recordIdsIn } from './record-ids.ts';

const idsIn = (text: string): string[] =>
  recordIdsIn(text).flatMap(({ text: id, path }) => (path === undefined ? [] : [id]));

describe('Ids of records in texts', () => {
  test('ids of records are found by the pattern of each type', () => {
    assert.deepEqual(idsIn('INC0000669, CHG0000012 (REQ0000001): KB0000007. CI97; CI3'), [
      'INC0000669',
      'CHG0000012',
      'REQ0000001',
      'KB0000007',
      'CI97',
      'CI3',
    ]);
    assert.deepEqual(
      recordIdsIn('see CI97.').map(({ text, path }) => path ?? text),
      ['see ', '/console/cmdb/CI97', '.'],
    );
    assert.deepEqual(idsIn('INC00000001 of a large instance'), ['INC00000001']);
  });

  test('ids of records are not found in words, addresses, file names or names of other systems', () => {
    for (const text of [
      'INC12 XINC0000669 INC0000669x INC0000669-2 INC0000669.png inc0000669',
      'https://x.example/INC0000669 /CI97/ CI/CD CI_97 CI97a PCI3',
      '',
    ])
      assert.deepEqual(idsIn(text), [], text);
    assert.deepEqual(
      recordIdsIn('plain').map(({ text }) => text),
      ['plain'],
    );
  });

  test('ids of records are links in Markdown, but not in code or within another link', () => {
    const text = (value: string) => ({ type: 'text', value });
    const tree = {
      type: 'root',
      children: [
        { type: 'strong', children: [text('CHG0000012')] },
        text(' and INC0000669.'),
        { type: 'inlineCode', value: 'CI97' },
        { type: 'code', value: 'CI98' },
        { type: 'link', url: 'https://x.example', children: [text('INC0000670 there')] },
        { type: 'linkReference', children: [{ type: 'emphasis', children: [text('CI99')] }] },
      ],
    };
    linkRecordIds(tree);
    const urls = [...JSON.stringify(tree).matchAll(/"url":"([^"]*)"/g)].map(([, url]) => url);
    assert.deepEqual(urls, [
      '/console/changes/CHG0000012',
      '/console/incidents/INC0000669',
      'https://x.example',
    ]);
  });

  test('only paths of record pages are followed', () => {
    assert.ok(isRecordPath('/console/incidents/INC0000669'));
    for (const path of [undefined, '/console/incidents', '/console/../x', '//x.example/CI97'])
      assert.ok(!isRecordPath(path), path);
  });
});
