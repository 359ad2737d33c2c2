import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { editorWithin, offersFor, suggestedValues } from './suggestions.ts';

const choices = {
  categories: [
    { name: 'Network', subcategories: ['VPN', 'Wi-Fi'] },
    { name: 'Hardware', subcategories: ['Laptop'] },
  ],
  request_items: ['Laptop 14"'],
};

describe('Suggested values of a property', () => {
  test('suggested values come from the settings, and subcategories depend on the category', () => {
    assert.deepEqual(suggestedValues({ from: 'categories' }, choices), ['Network', 'Hardware']);
    assert.deepEqual(suggestedValues({ from: 'request_items' }, choices), ['Laptop 14"']);
    const editor = {
      kind: 'suggested',
      from: 'subcategories',
      within: { field: 'category' },
      maxLength: 100,
    } as const;
    const of = (category: string | null) => {
      const within = editorWithin(editor, () => category);
      return within.kind === 'suggested' ? suggestedValues(within, choices) : undefined;
    };
    assert.deepEqual(of('Network'), ['VPN', 'Wi-Fi']);
    assert.deepEqual(of('Gardening'), []);
    assert.deepEqual(of(null), []);
  });

  test('another text can be used, but not a second spelling of a suggested value', () => {
    const values = ['VPN', 'Wi-Fi'];
    const labels = (typed: string) => offersFor(values, typed, 5).map(({ label }) => label);
    assert.deepEqual(labels(''), values);
    assert.deepEqual(labels('vpn'), ['VPN']);
    assert.deepEqual(labels('i'), ['Wi-Fi', 'Use “i”']);
    assert.deepEqual(labels(' Satellite '), ['Use “Satel”'], 'cut to what the service takes');
  });
});
