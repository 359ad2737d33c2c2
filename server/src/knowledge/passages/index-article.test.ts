import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../../test/support/clock.ts';
import { type Instance, startInstance } from '../../../test/support/harness.ts';
import { UsageError } from '../../platform/errors.ts';
import { type TaskHandler, taskWork } from '../../platform/background/tasks.ts';
import { addTask } from '../../platform/background/tasks.sql.ts';
import { BACKGROUND_TIMEOUT_MS, Embedder } from '../embeddings/embedder.ts';
import {
  ArticleIndexer,
  INDEX_TASK,
  createPacer,
  type ArticleSource,
  type TextEmbedder,
  type PublishedArticle,
} from './index-article.ts';
import { findNearestPassages, findPassagesByWords } from './passages.sql.ts';

const embedder = new Embedder({ timeoutMs: BACKGROUND_TIMEOUT_MS });
const skip = embedder.unavailableReason() ?? false;

const find = async (db: Parameters<ArticleSource['find']>[0], id: string, lock = sql``) =>
  (
    await sql<PublishedArticle>`
      select id, version, title, body from test_articles where id = ${id} ${lock}`.execute(db)
  ).rows[0];

/** Reads articles from a table of the test. */
const source: ArticleSource = {
  find: (db, id) => find(db, id),
  lock: (tx, id) => find(tx, id, sql`for update`),
  idsAfter: async (db, id, limit) =>
    (
      await sql<{ id: string }>`
        select id from test_articles where id > ${id} order by id limit ${limit}`.execute(db)
    ).rows.map((row) => row.id),
};

/** Each letter is a dimension, so that texts with other words have other vectors. */
const letters = (text: string): Float32Array => {
  const vector = new Float32Array(384);
  for (const letter of text) vector[letter.charCodeAt(0) % 384] = 1;
  return vector.map((value) => value / Math.hypot(...vector));
};

const stub = (overrides: Partial<TextEmbedder> = {}): TextEmbedder => ({
  modelId: embedder.modelId,
  embed: async (text) => letters(text),
  passages: async ({ title, body }) => [
    { position: 0, headingPath: [], text: body, embeddingText: `${title}\n${body}` },
  ],
  isInstalled: true,
  isStopped: false,
  isAvailable: () => true,
  unavailableReason: () => undefined,
  ...overrides,
});
const away = stub({
  isInstalled: false,
  isAvailable: () => false,
  unavailableReason: () => 'not installed',
  passages: () => Promise.reject(new Error('not installed')),
});
const runUnpaced = createPacer(0.5, async () => {});
const indexerOf = (embeds: TextEmbedder): ArticleIndexer =>
  new ArticleIndexer(source, embeds, runUnpaced);

describe('Indexing of articles', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
    await instance.sql(
      'create table test_articles (id text primary key, version integer, title text, body text)',
    );
  });
  after(async () => {
    await embedder.stop();
    await instance.stop();
  });
  beforeEach(() => instance.sql('truncate test_articles, passages'));

  const publish = (id: string, title: string, body: string) =>
    instance.sql(
      `insert into test_articles values ($1, 1, $2, $3)
       on conflict (id) do update set version = test_articles.version + 1, title = $2, body = $3`,
      [id, title, body],
    );
  const index = (indexer: ArticleIndexer, id = 'KB1') => indexer.indexArticle(instance.deps, id);
  const rows = () =>
    instance.sql(
      `select article_id, model, article_version, text, embedding is not null as embedded
       from passages order by article_id, model, position`,
    );

  test('an edit while the text is embedded is not lost, and the older text is not stored', async () => {
    await publish('KB1', 'Title', 'first');
    const edits = [() => publish('KB1', 'Title', 'second')];
    await index(
      indexerOf(
        stub({
          embed: async (text) => {
            await edits.pop()?.();
            return letters(text);
          },
        }),
      ),
    );
    assert.deepEqual(
      (await rows()).map(({ text, article_version }) => [text, article_version]),
      [['second', 2]],
    );
  });

  test('indexing an article that is edited all the time fails, so that the queue retries later', async () => {
    await publish('KB1', 'Title', 'text');
    const restless = stub({
      embed: async (text) => {
        await publish('KB1', 'Title', 'text');
        return letters(text);
      },
    });
    await assert.rejects(index(indexerOf(restless)), /was edited while/);
    assert.deepEqual(await rows(), []);
  });

  test('an article that is retired while it is embedded has no passages', async () => {
    await publish('KB1', 'Title', 'text');
    const retires = stub({
      embed: async (text) => {
        await instance.sql('delete from test_articles');
        return letters(text);
      },
    });
    await index(indexerOf(retires));
    assert.deepEqual(await rows(), []);
  });

  test('an article that is not published loses its passages', async () => {
    await publish('KB1', 'Title', 'text');
    await index(indexerOf(stub()));
    assert.equal((await rows()).length, 1);
    await instance.sql('delete from test_articles');
    await index(indexerOf(stub()));
    assert.deepEqual(await rows(), []);
  });

  test('without the model an article is found by its words, and its vectors are retained', async () => {
    await publish('KB1', 'Printer', 'Out of paper.');
    await index(indexerOf(away));
    assert.deepEqual(
      (await rows()).map(({ embedded }) => embedded),
      [false],
    );
    const found = await findPassagesByWords(instance.deps.db, {
      q: 'paper',
      model: embedder.modelId,
      limit: 5,
    });
    assert.equal(found.length, 1);
    await index(indexerOf(stub()));
    await index(indexerOf(away));
    assert.deepEqual(
      (await rows()).map(({ embedded }) => embedded),
      [true],
    );
    await publish('KB1', 'Printer', 'Out of toner.');
    await index(indexerOf(away));
    assert.deepEqual(
      (await rows()).map(({ text, embedded }) => [text, embedded]),
      [['Out of toner.', false]],
    );
  });

  test('if the model fails, an article is found by its words, and the task fails so that the queue retries', async () => {
    await publish('KB1', 'Printer', 'Out of paper.');
    const failing = stub({ isAvailable: () => false, unavailableReason: () => 'no memory' });
    await assert.rejects(index(indexerOf(failing)), /not embedded: no memory/);
    assert.deepEqual(
      (await rows()).map(({ text, embedded }) => [text, embedded]),
      [['Out of paper.', false]],
    );
    await index(indexerOf(stub()));
    assert.deepEqual(
      (await rows()).map(({ embedded }) => embedded),
      [true],
    );
  });

  test('a process that stops fails the task and leaves existing vectors unchanged', async () => {
    await publish('KB1', 'Title', 'first');
    await index(indexerOf(stub()));
    await publish('KB1', 'Title', 'second');
    const stopped = stub({
      isStopped: true,
      isAvailable: () => false,
      passages: () => Promise.reject(new Error('stopped')),
    });
    await assert.rejects(index(indexerOf(stopped)), /stopped/);
    assert.deepEqual(
      (await rows()).map(({ text, embedded }) => [text, embedded]),
      [['first', true]],
    );
  });

  test('an article that is indexed already is not embedded again', async () => {
    await publish('KB1', 'Title', 'text');
    await index(indexerOf(stub()));
    await index(indexerOf(stub({ embed: () => Promise.reject(new Error('embedded again')) })));
    assert.equal((await rows()).length, 1);
  });

  test('an error of the model fails the task and leaves the passages unchanged', async () => {
    await publish('KB1', 'Title', 'first');
    await index(indexerOf(stub()));
    await publish('KB1', 'Title', 'second');
    await assert.rejects(
      index(indexerOf(stub({ embed: () => Promise.reject(new Error('timeout')) }))),
    );
    assert.deepEqual(
      (await rows()).map(({ text }) => text),
      ['first'],
    );
  });

  test('two concurrent tasks for one article leave one set of passages', async () => {
    await publish('KB1', 'Title', 'text');
    await Promise.all([index(indexerOf(stub())), index(indexerOf(stub()))]);
    assert.equal((await rows()).length, 1);
  });

  test('reindexing embeds articles that have no vectors of a new model and then drops the old model', async () => {
    // The articles fill more than a page.
    await instance.sql(
      `insert into test_articles select 'KB' || n, 1, 'Title', 'text' from generate_series(100, 201) as n`,
    );
    const old = indexerOf(stub({ modelId: 'old' }));
    for (const id of ['KB100', 'KB101']) await index(old, id);
    const fresh = indexerOf(stub({ modelId: 'new' }));
    await index(fresh, 'KB100');
    assert.deepEqual(new Set((await rows()).map(({ model }) => model)), new Set(['old', 'new']));
    assert.equal(
      await fresh.reindex(instance.deps),
      '101 articles were embedded with new, 1 already were; 2 passages of other models were dropped.',
    );
    assert.equal((await rows()).length, 102);
    assert.ok((await rows()).every(({ model, embedded }) => model === 'new' && embedded));
  });

  test('reindexing that fails halfway retains the vectors of the old model, and continues where it failed', async () => {
    for (const id of ['KB1', 'KB2', 'KB3']) await publish(id, 'Title', id);
    await indexerOf(stub({ modelId: 'old' })).reindex(instance.deps);
    let calls = 0;
    const failing = stub({
      modelId: 'new',
      embed: async (text) => {
        calls += 1;
        if (calls === 2) throw new Error('died');
        return letters(text);
      },
    });
    await assert.rejects(indexerOf(failing).reindex(instance.deps), /died/);
    assert.equal((await rows()).filter(({ model }) => model === 'old').length, 3);
    assert.match(
      await indexerOf(failing).reindex(instance.deps),
      /^2 articles were embedded with new, 1 already/,
    );
  });

  test('reindexing without the model fails and says why', async () => {
    await assert.rejects(indexerOf(away).reindex(instance.deps), UsageError);
  });

  test('a pacer for half of the time runs work one at a time, and rests as long as the work took', async () => {
    const rests: number[] = [];
    const running = new Set<number>();
    const clock = new ManualClock();
    const paced = createPacer(0.5, async (ms) => void rests.push(ms), clock.now);
    const work = (n: number) =>
      paced(async () => {
        assert.equal(running.size, 0);
        running.add(n);
        await new Promise(setImmediate);
        clock.advance(20 + n);
        running.delete(n);
        if (n === 1) throw new Error('one fails');
        return n;
      });
    const results = await Promise.allSettled([0, 1, 2].map(work));
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(rests, [20, 21, 22]);
  });

  test('a pacer for a fifth of the time rests four times as long, and a result does not wait for the rest', async () => {
    const rests: number[] = [];
    const clock = new ManualClock();
    const rest = (ms: number) => {
      rests.push(ms);
      return new Promise(() => {});
    };
    const paced = createPacer(0.2, rest, clock.now);
    await paced(async () => clock.advance(20));
    assert.deepEqual(rests, [80]);
  });

  test('a pacer rests a second at most after work that took long', async () => {
    const rests: number[] = [];
    const clock = new ManualClock();
    const paced = createPacer(0.01, async (ms) => void rests.push(ms), clock.now);
    await paced(async () => clock.advance(20));
    assert.deepEqual(rests, [1000]);
  });

  describe('with the model', { skip }, () => {
    const articles: [id: string, title: string, body: string][] = [
      [
        'KB1',
        'VPN rejects the password',
        '## Cause\n\nThe client stores the old password.\n\n## Steps\n\n1. Forget the stored sign-in data.\n2. Sign in again.',
      ],
      [
        'KB2',
        'Printer prints blank pages',
        '## Cause\n\nThe toner is empty.\n\n## Steps\n\nReplace the cartridge.',
      ],
      [
        'KB3',
        'Laptop battery is swollen',
        '## Steps\n\nStop using the laptop, unplug it and bring it to the desk.',
      ],
    ];
    const nearest = async (question: string) =>
      (
        await findNearestPassages(instance.deps.db, {
          embedding: await embedder.embed(question),
          model: embedder.modelId,
          limit: 3,
        })
      )[0]?.article_id;

    test('tasks index articles, and a question finds the right one by its meaning', async () => {
      const indexer = new ArticleIndexer(source, embedder);
      const handle: TaskHandler = (deps, id) => indexer.indexArticle(deps, id);
      for (const [id, title, body] of articles) {
        await publish(id, title, body);
        await instance.deps.db.transaction().execute((tx) => addTask(tx, INDEX_TASK, id));
      }
      for (const work of taskWork(instance.deps, { [INDEX_TASK]: handle }))
        while (await work.run());
      assert.equal(new Set((await rows()).map(({ article_id }) => article_id)).size, 3);
      assert.equal(await nearest('My credentials are refused when I work from home'), 'KB1');
      assert.equal(await nearest('nothing appears on the paper'), 'KB2');
      assert.equal(await nearest('the notebook case bulges and gets hot'), 'KB3');
    });

    test('each passage that the model reads fits into 256 tokens', async () => {
      const body = Array.from(
        { length: 60 },
        (_, n) => `- \`CHG00${n}\` on gw-${n}.example.com: 0x8007${n}, überprüfen. 漢字`,
      ).join('\n');
      const passages = await embedder.passages({ title: 'Codes', body });
      assert.ok(passages.length > 2);
      for (const { embeddingText } of passages) {
        // If a text is within the limit, removing its last word changes its vector.
        const shorter = embeddingText.slice(0, embeddingText.trimEnd().lastIndexOf(' '));
        assert.notDeepEqual(await embedder.embed(embeddingText), await embedder.embed(shorter));
      }
    });
  });
});
