// The first question of README, asked of the articles of its category.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { readArticles } from '../../src/demo/data/knowledge.ts';
import { readme, shownIn } from '../support/demonstrations.ts';
import { until } from '../support/processes.ts';
import { type AiWorld, skip, startAi } from './ai.setup.ts';
import { knowledgeOf } from './knowledge.setup.ts';

describe('The question of README', { skip }, () => {
  let world: AiWorld;
  before(async () => {
    world = await startAi();
  });
  after(() => world.instance.stop());

  test('it is answered with the citation that README shows', async () => {
    const { published } = knowledgeOf(() => world.instance);
    const [, { title }] = shownIn(readme);
    const [, question = ''] = /"question": "([^"]+)"/.exec(readme) ?? [];
    const access = [...readArticles().values()].filter(({ category }) => category === 'access');
    for (const text of access) await published(text);
    const waiting = () =>
      world.instance.sql(
        `select from articles where state = 'published'
           and not exists (select from passages where article_id = articles.id)`,
      );
    await until('all are indexed', async () => (await waiting()).length === 0, 60);
    const { citations } = await world.ask(question);
    assert.equal(citations[0]?.title, title);
  });
});
