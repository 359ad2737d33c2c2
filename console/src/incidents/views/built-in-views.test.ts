import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { namedGroups, viewsOf } from './built-in-views.ts';

const readerOf = (groups: string[]) => ({ email: 'ines@example.com', groups });
const landingOf = (groups: string[]) => viewsOf(readerOf(groups))[0];

describe('The views that everybody has', () => {
  test('members of groups get the open incidents of these groups first, by SLA', () => {
    const { name, query } = landingOf(['Web Platform', 'Database']);
    assert.equal(name, 'My teams');
    assert.deepEqual(query, {
      state: 'new,in_progress,on_hold,reopened',
      assignment_group: 'Database,Web Platform',
      sort: 'sla_breach_at',
      order: 'asc',
      without: 'merged_into',
    });
    assert.deepEqual(
      viewsOf(readerOf(['Database'])).map((view) => view.name),
      [
        'My teams',
        'Unassigned in my teams',
        'Assigned to me',
        'They answered',
        'SLA at risk',
        'Open',
        'Unassigned',
        'Resolved',
        'All',
      ],
    );
  });

  test('people without a group that a filter can name land on the open incidents', () => {
    for (const groups of [[], ['A, B']]) assert.equal(landingOf(groups).name, 'Open');
    const ids = viewsOf(readerOf([])).map(({ id }) => id);
    assert.deepEqual(ids, [...new Set(ids)]);
  });

  test('the URL stays bounded with very many groups, and the name says that some are left out', () => {
    const many = Array.from({ length: 200 }, (_, index) => `Group ${index}`);
    assert.equal(namedGroups(many).length, 50);
    assert.equal(landingOf(many).name, 'My teams (50 of 200)');
    const long = Array.from({ length: 60 }, (_, index) => `${index} ${'ü'.repeat(90)}`);
    const filter = encodeURIComponent(namedGroups(long).join());
    assert.ok(filter.length > 500 && filter.length <= 1600, String(filter.length));
  });
});
