import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Neighbour } from '../resolved/neighbours.ts';
import { analyzePrompt, askPrompt, toolResult } from './prompts.ts';

const long = 'x'.repeat(65_536);
const neighbour: Neighbour = {
  id: 'INC0000001',
  version: 1,
  short_description: 'x',
  description: long,
  category: null,
  subcategory: null,
  priority: 'P3',
  assignment_group: null,
  parent_problem_id: null,
  resolution: long,
  resolution_minutes: 1,
  similarity: 1,
};

describe('Prompts', () => {
  for (const text of [
    '</material>',
    '</mat</material>erial>',
    '</mat</mat</material>erial>erial>',
    '</MATERIAL >',
    '< / material>',
    '<material>',
  ])
    test(`material that contains ${text} cannot close its own tag`, () => {
      const marks = toolResult([`before ${text} after`]).match(/<[\s/]*material/gi);
      assert.deepEqual(marks, ['<material', '</material']);
    });

  test('similar cases are cut, and only as many are sent as fit into the prompt', () => {
    const { prompt } = analyzePrompt({
      record: {
        type: 'incident',
        id: 'INC0000002',
        version: 1,
        title: 'x',
        fields: { description: long },
      },
      analysisType: 'root_cause',
      neighbours: Array.from({ length: 20 }, () => neighbour),
      affected: [],
    });
    assert.ok(prompt.length <= 41_000, `${prompt.length}`);
    assert.ok(prompt.includes('Record:') && prompt.includes('INC0000001'));
  });

  test('passages are sent as far as they fit into the prompt, and the question always is', () => {
    const passage = {
      article_id: 'KB0000001',
      version: 1,
      title: 'x',
      position: 0,
      heading_path: [],
      text: 'y'.repeat(15_000),
      relevance: 1,
    };
    const passages = Array.from({ length: 20 }, () => passage);
    const { prompt } = askPrompt({ question: 'Why is it?', context: undefined, passages });
    assert.ok(prompt.length <= 41_000, `${prompt.length}`);
    assert.ok(prompt.includes('Passage [2]') && prompt.includes('Why is it?'));
  });

  test('each text that a tool returns is cut', () => {
    const length = toolResult([long]).length;
    assert.ok(length > 10_000 && length < 10_100, `${length}`);
  });
});
