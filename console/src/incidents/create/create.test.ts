import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bodyOf, edited, emptyDraft, isBlank, openSuggestions, withField } from './create.draft.ts';

const draft = { ...emptyDraft('d1'), title: ' Printer offline ' };

describe('The draft of an incident', () => {
  test('only what was given is sent, so that the service sets its defaults', () => {
    assert.deepEqual(bodyOf(draft), { short_description: 'Printer offline' });
    const fields = { priority: 'P2', category: ' ' };
    assert.deepEqual(bodyOf({ ...draft, description: 'No light', fields }), {
      short_description: 'Printer offline',
      description: 'No light',
      priority: 'P2',
    });
  });

  test('it keeps its key until it is edited after it was sent', () => {
    const next = () => 'd2';
    assert.equal(edited(draft, { title: 'a' }, false, next).id, 'd1');
    assert.equal(edited(draft, { title: 'a' }, true, next).id, 'd2');
  });

  test('a field set to nothing is removed, and a draft without content is blank', () => {
    assert.deepEqual(withField({ priority: 'P2' }, 'priority', ''), {});
    assert.ok(isBlank(emptyDraft('x')));
    assert.ok(!isBlank(draft));
    assert.ok(!isBlank({ ...emptyDraft('x'), fields: { priority: 'P1' } }));
  });

  test('a suggestion is open until its value is chosen', () => {
    const suggestions = {
      priority: { value: 'P2', confidence: 0.8, reasoning: 'Four of five.' },
      category: { value: 'network', confidence: 0.6 },
    };
    assert.deepEqual(
      openSuggestions(suggestions, {}).map(({ field }) => field),
      ['priority', 'category'],
    );
    const left = openSuggestions(suggestions, { priority: 'P2', category: 'hardware' });
    assert.deepEqual(left, [{ field: 'category', value: 'network', confidence: 0.6 }]);
    assert.deepEqual(openSuggestions(undefined, {}), []);
  });
});
