import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countText, searchSections } from './search.options.ts';

const hit = (id: string, title: string) => ({ id, title, url: '', highlights: [] });
const everything = { mayAsk: true, mayReport: true };
const outline = (...args: Parameters<typeof searchSections>) =>
  searchSections(...args).map(({ heading, items }) => [
    heading,
    ...items.map(({ label }) => label),
  ]);

describe('The search of employees', () => {
  test('answers come before items, and the ways to go on come last', () => {
    const results = {
      items: [hit('CAT0000001', 'New laptop')],
      articles: [hit('KB0000001', 'Charge a laptop')],
    };
    assert.deepEqual(outline('laptop', results, everything), [
      ['Help articles', 'Charge a laptop'],
      ['Items to order', 'New laptop'],
      ['Not what you are looking for?', 'Ask: “laptop”', 'Report a problem: “laptop”'],
    ]);
    assert.equal(countText('laptop', results), 'Found 1 help article and 1 item to order.');
  });

  test('a search that finds nothing offers to report the words', () => {
    const nothing = { articles: [], items: [] };
    assert.deepEqual(outline('smoke', nothing, { mayAsk: false, mayReport: true }), [
      ['Not what you are looking for?', 'Report a problem: “smoke”'],
    ]);
    assert.equal(countText('smoke', nothing), 'Nothing matches “smoke”.');
  });

  test('nothing is offered before the response, or without a text', () => {
    assert.deepEqual(outline('laptop', undefined, everything), []);
    assert.deepEqual(outline('', { articles: [], items: [] }, everything), []);
  });
});
