import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Link } from '../../api/index.ts';
import { groupLinks, isRemovable, linkOf, linkOptions, linkText } from './link.words.ts';

const link = (kind: string, direction: 'in' | 'out', more: Partial<Link> = {}): Link =>
  ({
    id: `${kind} ${direction}`,
    kind,
    direction,
    record: { type: 'incident', id: 'INC1', short_description: 'One', state: 'new' },
    ...more,
  }) as Link;

describe('Links in words', () => {
  test('links of one sentence stand together, duplicates first', () => {
    const links = [link('related_to', 'in'), link('child_of', 'in'), link('duplicate_of', 'in')];
    links.push(link('related_to', 'out'));
    assert.deepEqual(
      groupLinks(links).map(({ text, links: { length } }) => [text, length]),
      [
        ['Duplicates', 1],
        ['Parts', 1],
        ['Related to', 2],
      ],
    );
  });

  test('a kind of a later release reads as its name', () => {
    assert.equal(linkText(link('blocked_by', 'out')), 'blocked by');
    assert.equal(groupLinks([link('blocked_by', 'out')]).length, 1);
  });

  test('duplicates are made by merging only, and each other kind once in each direction', () => {
    assert.equal(Object.keys(linkOptions).length, 9);
    assert.deepEqual(linkOf('caused_by in'), { kind: 'caused_by', direction: 'in' });
  });

  test('a link of a field or a merge is not removed as a link', () => {
    assert.ok(isRemovable(link('child_of', 'out')));
    assert.ok(!isRemovable(link('caused_by', 'out', { field: 'change_id' })));
    assert.ok(!isRemovable(link('duplicate_of', 'in')));
  });
});
