import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { breachedQuery, countSections, labelsOf, sectionsOf } from './incident.sections.ts';

const OPEN = 'new,in_progress,on_hold,reopened';
const byBreach = { sort: 'sla_breach_at', order: 'asc' };

describe('The sections of the queue', () => {
  test('only a list whose first rows breach first has sections', () => {
    assert.ok(sectionsOf({ state: OPEN, ...byBreach }));
    for (const query of [{ ...byBreach, order: 'desc' }, { sort: 'sla_breach_at' }, {}])
      assert.equal(sectionsOf(query), undefined);
  });

  test('a paused incident that is breached counts as paused, as it is sorted', () => {
    const idOf = (state: string, breached: boolean) =>
      sectionsOf(byBreach)?.idOf({ sla: { state, breached } });
    assert.deepEqual(
      [idOf('running', true), idOf('running', false), idOf('paused', true), idOf('stopped', false)],
      ['breached', 'running', 'halted', 'halted'],
    );
    assert.deepEqual(breachedQuery({ state: OPEN, priority: 'P1' }), {
      state: 'new,in_progress,reopened',
      priority: 'P1',
      sla: 'breached',
    });
  });

  test('the filters of the list decide which breached incidents it can have', () => {
    assert.equal(breachedQuery({ state: 'on_hold' }), undefined);
    assert.equal(breachedQuery({ sla: 'paused' }), undefined);
    assert.equal(breachedQuery({ state: 'new,closed', sla: 'at_risk,breached' })?.['state'], 'new');
  });

  test('the counts of all states and of the breached incidents give those of the sections', () => {
    const states = [
      { value: 'new', count: 30 },
      { value: 'on_hold', count: 6 },
      { value: 'reopened', count: 5 },
    ];
    assert.deepEqual(countSections(states, 4), { breached: 4, running: 31, halted: 6 });
  });

  test('paused and ended incidents share a section if the list has both', () => {
    assert.equal(labelsOf({ state: OPEN }).halted, 'Paused');
    assert.equal(labelsOf({ state: `${OPEN},closed` }).halted, 'Paused or ended');
    assert.equal(labelsOf({}).halted, 'Paused or ended');
  });
});
