import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { randomFrom } from '../../../test/support/random.ts';
import {
  dropOtherModels,
  dropPassages,
  findNearestPassages,
  findPassagesByWords,
  isIndexed,
  replacePassages,
} from './passages.sql.ts';

const DIMENSIONS = 384;
const MODEL = 'model-a';

/** Returns a vector of length 1 along one axis, and a little along others. */
function vector(axis: number, jitter: () => number = () => 0): Float32Array {
  const values = Float32Array.from(
    { length: DIMENSIONS },
    (_, i) => (i === axis ? 1 : 0) + jitter(),
  );
  const length = Math.hypot(...values);
  return values.map((value) => value / length);
}

interface Given {
  id: string;
  version?: number;
  model?: string;
  title?: string;
  texts?: [text: string, embedding: Float32Array | null][];
}

describe('Passages in PostgreSQL', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());

  const store = ({
    id,
    version = 1,
    model = MODEL,
    title = id,
    texts = [['text', vector(0)]],
  }: Given) =>
    instance.deps.db.transaction().execute((tx) =>
      replacePassages(tx, {
        articleId: id,
        articleVersion: version,
        title,
        model,
        passages: texts.map(([text, embedding], position) => ({
          position,
          headingPath: ['Steps', 'More'],
          text,
          embeddingText: text,
          embedding,
        })),
      }),
    );
  const empty = () => instance.sql('truncate passages');
  const rows = () =>
    instance.sql(
      'select article_id, model, article_version, position, text from passages order by 1, 2, 3, 4',
    );
  const nearest = async (embedding: Float32Array, options: object = {}) =>
    (
      await findNearestPassages(instance.deps.db, {
        embedding,
        model: MODEL,
        limit: 10,
        ...options,
      })
    ).map(({ article_id }) => article_id);
  const byWords = async (q: string, options: object = {}) =>
    (
      await findPassagesByWords(instance.deps.db, {
        q,
        model: MODEL,
        limit: 10,
        ...options,
      })
    ).map(({ article_id }) => article_id);

  test('an article has only the passages of its latest version, also if that version has fewer', async () => {
    await empty();
    await store({
      id: 'KB1',
      texts: [
        ['one', vector(0)],
        ['two', vector(1)],
        ['three', null],
      ],
    });
    await store({ id: 'KB1', version: 2, texts: [['four', vector(0)]] });
    await store({ id: 'KB2', texts: [] });
    assert.deepEqual(await rows(), [
      { article_id: 'KB1', model: MODEL, article_version: 2, position: 0, text: 'four' },
    ]);
    await instance.deps.db.transaction().execute((tx) => dropPassages(tx, 'KB1'));
    assert.deepEqual(await rows(), []);
  });

  test('a stored passage is returned unchanged', async () => {
    await empty();
    await store({ id: 'KB1', texts: [['A "text"\\ with \u{1F600}', vector(3)]] });
    const [found] = await findNearestPassages(instance.deps.db, {
      embedding: vector(3),
      model: MODEL,
      limit: 1,
    });
    assert.deepEqual(found, {
      article_id: 'KB1',
      article_version: 1,
      position: 0,
      heading_path: ['Steps', 'More'],
      text: 'A "text"\\ with \u{1F600}',
      similarity: 1,
    });
  });

  test('passages of several models coexist until those of an older version or of other models are dropped', async () => {
    await empty();
    await store({ id: 'KB1', model: 'model-b' });
    await store({ id: 'KB1' });
    assert.equal((await rows()).length, 2);
    await store({ id: 'KB1', version: 2 });
    assert.deepEqual(
      (await rows()).map(({ model }) => model),
      [MODEL],
    );
    await store({ id: 'KB1', version: 2, model: 'model-b' });
    assert.equal(await dropOtherModels(instance.deps.db, MODEL), 1);
    assert.deepEqual(
      (await rows()).map(({ model }) => model),
      [MODEL],
    );
  });

  test('an article is indexed when every passage of its version has a vector of the model', async () => {
    await empty();
    const of = (articleId: string, articleVersion = 1, model = MODEL) =>
      isIndexed(instance.deps.db, { articleId, articleVersion, model });
    await store({
      id: 'KB1',
      texts: [
        ['a', vector(0)],
        ['b', vector(1)],
      ],
    });
    await store({
      id: 'KB2',
      texts: [
        ['a', vector(0)],
        ['b', null],
      ],
    });
    assert.deepEqual(
      [
        await of('KB1'),
        await of('KB1', 2),
        await of('KB1', 1, 'model-b'),
        await of('KB2'),
        await of('KB3'),
      ],
      [true, false, false, false, false],
    );
  });

  test('the nearest passages come first; those of another model or without a vector are not found', async () => {
    await empty();
    const between = vector(0).map((value, i) => (value + (vector(1)[i] ?? 0)) / Math.SQRT2);
    await store({ id: 'KB1', texts: [['far', vector(1)]] });
    await store({ id: 'KB2', texts: [['near', between]] });
    await store({ id: 'KB3', texts: [['same', vector(0)]] });
    await store({ id: 'KB4', texts: [['none', null]] });
    await store({ id: 'KB5', model: 'model-b' });
    assert.deepEqual(await nearest(vector(0)), ['KB3', 'KB2', 'KB1']);
    assert.deepEqual(await nearest(vector(0), { limit: 1 }), ['KB3']);
    assert.deepEqual(await nearest(vector(0), { where: sql`article_id <> 'KB3'` }), ['KB2', 'KB1']);
  });

  test('a condition that few rows meet still finds the requested number of rows through the index', async () => {
    await empty();
    const random = randomFrom(1);
    const jitter = () => (random.next() - 0.5) / 20;
    const texts = Array.from({ length: 400 }, (): [string, Float32Array] => [
      'near',
      vector(0, jitter),
    ]);
    await store({ id: 'KB1', texts });
    for (let n = 0; n < 10; n += 1)
      await store({ id: `KBX${n}`, texts: [['far', vector(1, jitter)]] });
    await instance.sql('analyze passages');
    // Otherwise the planner would scan a table this small sequentially.
    const { deps } = instance;
    const found = await deps.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off`.execute(db);
      await sql`set enable_sort = off`.execute(db);
      try {
        return await findNearestPassages(db, {
          embedding: vector(0),
          model: MODEL,
          limit: 10,
          where: sql<boolean>`article_id like 'KBX%'`,
        });
      } finally {
        await sql`reset enable_seqscan`.execute(db);
        await sql`reset enable_sort`.execute(db);
      }
    });
    assert.equal(found.length, 10);
  });

  test('a rare word outweighs common ones, and not all words are needed', async () => {
    await empty();
    for (let n = 0; n < 20; n += 1)
      await store({ id: `KB${n}`, texts: [['the gateway refuses the password again', null]] });
    await store({ id: 'KBX', title: 'Error 0x80070035', texts: [['The share is gone.', null]] });
    const found = await byWords('The gateway refuses my password: 0x80070035');
    assert.equal(found[0], 'KBX');
    assert.equal(found.length, 10);
  });

  test('words of the title and of the headings are found, and a condition is respected', async () => {
    await empty();
    await store({ id: 'KB1', title: 'Printer', texts: [['paper', null]] });
    assert.deepEqual(await byWords('printers'), ['KB1']);
    assert.deepEqual(await byWords('steps'), ['KB1']);
    assert.deepEqual(await byWords('printers', { where: sql`article_id <> 'KB1'` }), []);
  });

  test('an article is found by the words of another model only while it has none of this one', async () => {
    await empty();
    await store({ id: 'KB1', model: 'model-b', texts: [['printer old', null]] });
    await store({ id: 'KB2', model: 'model-b', texts: [['printer old', null]] });
    await store({ id: 'KB2', texts: [['printer new', null]] });
    const found = await findPassagesByWords(instance.deps.db, {
      q: 'printer',
      model: MODEL,
      limit: 10,
    });
    assert.deepEqual(
      found.map(({ article_id, text }) => [article_id, text]),
      [
        ['KB1', 'printer old'],
        ['KB2', 'printer new'],
      ],
    );
  });

  const odd = [
    '',
    'the of a',
    `'`,
    `it's`,
    '\\',
    `a\\'b`,
    '& | ! ( ) <->',
    'a:*',
    '\u{1F600}',
    'http://a.example/b?c=1&d',
    'x '.repeat(5000),
  ];
  for (const q of odd)
    test(`any text can be searched for: ${JSON.stringify(q.slice(0, 30))}`, async () => {
      await store({ id: 'KB1', texts: [[`text ${q}`, null]] });
      await byWords(q);
      await byWords(`text ${q}`);
      assert.ok((await byWords(`text`)).includes('KB1'));
    });
});
