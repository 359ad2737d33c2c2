import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openSuggestions } from './create.draft.ts';

describe('The draft of an incident', () => {
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
