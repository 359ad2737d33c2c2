import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { faultsOf, type Instance, type Json, startInstance } from '../support/harness.ts';
import { idsOf, knowledgeOf, uniqueWord } from './knowledge.setup.ts';

const joinParts = ({ parts }: Json): string => parts.map(({ text }: Json) => text).join('');
const matches = ({ parts }: Json): string[] =>
  parts.filter(({ match }: Json) => match).map(({ text }: Json) => text);

describe('Search in articles', () => {
  let instance: Instance;
  before(async () => {
    instance = await startInstance();
  });
  after(() => instance.stop());
  const { call, create, createPublished, list } = knowledgeOf(() => instance);
  const search = (q: string, more = '') => list(`?q=${encodeURIComponent(q)}${more}`);

  test('a match in the title comes before one in the summary, and that before one in the body', async () => {
    const word = uniqueWord();
    const body = await create({ body: `${word} `.repeat(200) });
    const title = await create({ title: `About ${word}` });
    const summary = await create({ summary: `About ${word}`, body: 'x '.repeat(500) });
    const tagged = await create({ tags: [word] });
    const found = await search(word);
    assert.deepEqual([idsOf(found)[0], idsOf(found)[3]], [title.id, body.id]);
    assert.deepEqual(new Set(idsOf(found).slice(1, 3)), new Set([summary.id, tagged.id]));
    const scores = found.data.map(({ score }: Json) => score);
    assert.deepEqual(
      scores,
      scores.toSorted((a: number, b: number) => b - a),
    );
    assert.ok(
      scores.every((score: number) => score > 0.5 && score <= 1),
      String(scores),
    );
    assert.equal(found.total, 4);
  });

  test('all words must match in any field, with phrases, alternatives and exclusions', async () => {
    const [one, two] = [uniqueWord(), uniqueWord()];
    const both = await create({ title: `Printing ${one}`, body: `x ${two} y` });
    const first = await create({ title: one });
    assert.deepEqual(idsOf(await search(`${one} ${two}`)), [both.id]);
    assert.deepEqual(idsOf(await search(`${one} printers`)), [both.id], 'the stem counts');
    assert.deepEqual(idsOf(await search(`"printing ${one}"`)), [both.id]);
    assert.deepEqual(idsOf(await search(`${one} -${two}`)), [first.id]);
    assert.equal((await search(`${one} or ${two}`)).total, 2);
    assert.deepEqual(idsOf(await search(both.id)), [both.id], 'the id is a word too');
    assert.deepEqual(faultsOf(await call('GET', '?q=the')), ['/q blank']);
  });

  test('a misspelt word matches title and summary, below every exact match', async () => {
    const category = uniqueWord();
    const printer = await create({ category, title: 'Printer offline on the third floor' });
    const exact = await create({ category, body: 'The pritner is spelt wrong here.' });
    const vpn = await create({ category, title: 'Access', summary: 'Reset your VPN password' });
    const within = `&category=${category}`;
    assert.deepEqual(idsOf(await search('pritner', within)), [exact.id, printer.id]);
    assert.deepEqual(idsOf(await search('pasword', within)), [vpn.id]);
    assert.deepEqual(idsOf(await search('vpn pasword reset', within)), [vpn.id]);
    assert.deepEqual(idsOf(await search('with vpn pasword', within)), [vpn.id]);
    for (const q of ['kangaroo', 'kangaroo pasword', 'from xy', 'lan pasword'])
      assert.deepEqual(idsOf(await search(q, within)), [], q);
    assert.deepEqual(idsOf(await search('"pritner"', within)), [exact.id], 'a phrase is exact');
    const [similar] = (await search('pasword', within)).data;
    assert.ok(similar.score <= 0.5 && similar.score > 0);
    assert.deepEqual(similar.highlights, []);
  });

  test('filters and sort apply to a search of articles', async () => {
    const word = uniqueWord();
    const a = await create({ title: word, language: 'de' });
    const b = await createPublished({ body: word });
    const c = await create({ summary: word, tags: ['x'] });
    assert.deepEqual(idsOf(await search(word)), [a.id, c.id, b.id]);
    assert.deepEqual(idsOf(await search(word, '&order=asc')), [b.id, c.id, a.id]);
    assert.deepEqual(idsOf(await search(word, '&sort=created_at')), [c.id, b.id, a.id]);
    assert.deepEqual(idsOf(await search(word, '&sort=updated_at&order=asc')), [a.id, b.id, c.id]);
    assert.deepEqual(idsOf(await search(word, '&state=draft&tag=x')), [c.id]);
    assert.deepEqual(idsOf(await search(word, '&language=de')), [a.id]);
    assert.ok((await search(word, '&sort=created_at')).data.every((one: Json) => one.score > 0));
  });

  test('pages by score contain every article exactly once, also with equal scores', async () => {
    const word = uniqueWord();
    const made: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      const fields = n % 3 === 0 ? { title: word } : { body: word };
      made.push((await create(fields)).id);
    }
    const whole = idsOf(await search(word));
    assert.deepEqual(whole.toSorted(), made.toSorted());
    for (const sort of ['', '&sort=created_at', '&order=asc']) {
      const all = idsOf(await search(word, sort));
      const seen: string[] = [];
      let cursor = '';
      do {
        const page = await search(word, `${sort}&limit=2${cursor}`);
        assert.equal(page.total, 7);
        seen.push(...idsOf(page));
        cursor = page.next_cursor ? `&cursor=${page.next_cursor}` : '';
      } while (cursor !== '');
      assert.deepEqual(seen, all);
    }
    const byPage = [1, 2, 3, 4].map(async (page) =>
      idsOf(await search(word, `&limit=2&page=${page}`)),
    );
    assert.deepEqual((await Promise.all(byPage)).flat(), whole);
    const { next_cursor } = await search(word, '&limit=2');
    for (const query of [
      `?q=other${word}`,
      `?q=${word}&sort=created_at`,
      `?q=${word}&state=draft`,
    ]) {
      const { body } = await call('GET', `${query}&limit=2&cursor=${next_cursor}`);
      assert.equal(body.code, 'invalid_cursor', query);
    }
  });

  test('a search lists at most the 1,000 best matches, and its total says so', async () => {
    const word = uniqueWord();
    await instance.sql(
      `insert into articles (title, body, tags, language, state, author, created_at, updated_at)
       select 'Bulk', $1, '{}', 'en', 'published', 'a@example.com', now(), now() from generate_series(1, 1050)`,
      [word],
    );
    const best = await create({ title: word });
    const found = await search(word, '&limit=200');
    assert.deepEqual([found.total, found.total_is_lower_bound], [1000, true]);
    assert.equal(idsOf(found)[0], best.id);
    const last = await search(word, '&limit=200&page=5');
    assert.deepEqual([last.data.length, last.next_cursor], [200, undefined]);
  });

  test('highlights are plain text of limited length around the matching words', async () => {
    const word = uniqueWord();
    const payload = `<script>alert(1)</script> <b>${word}</b> \u{E000}forged\u{E001} **bold** ${word}`;
    await create({
      title: `All about ${word}`,
      summary: 'Nothing',
      body: `${'lorem ipsum '.repeat(300)}${payload}${' dolor sit'.repeat(300)} ${'x'.repeat(9000)}`,
    });
    const [{ highlights }] = (await search(word)).data;
    assert.deepEqual([...new Set(highlights.map((one: Json) => one.field))], ['title', 'body']);
    assert.deepEqual(matches(highlights[0]), [word]);
    assert.equal(joinParts(highlights[0]), `All about ${word}`);
    assert.ok(highlights.length <= 4);
    for (const highlight of highlights) {
      assert.ok(joinParts(highlight).length < 1000);
      assert.ok(
        matches(highlight).every((text) => text === word),
        JSON.stringify(highlight),
      );
      assert.ok(!/[\u{E000}-\u{E002}]/u.test(joinParts(highlight)));
    }
  });

  test('hostile articles are stored, searched and returned as plain text', async () => {
    const word = uniqueWord();
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '[x](javascript:alert(1)) ![y](data:text/html;base64,PHNjcmlwdD4=)',
      '\u{202E}gnp.exe\u{202C} \u{2066}hidden\u{2069} \u{200B}\u{FEFF}',
      "'; drop table articles; --",
      '{{constructor.constructor("alert(1)")()}} ${7*7} %00 \\u0000',
      'y'.repeat(60_000),
      '漢'.repeat(60_000),
      '\u{20000}-\u{20001} '.repeat(15_000),
      '"'.repeat(60_000),
      '\n'.repeat(60_000),
      '[['.repeat(30_000),
    ];
    for (const text of hostile) {
      const title = text.slice(0, 200).trim() || 'Blank';
      const made = await create({ title, body: `${word} ${text}`, tags: ['<b>'] });
      const { body } = await call('GET', `/${made.id}`);
      assert.deepEqual([body.title, body.body], [title, `${word} ${text}`]);
    }
    const found = await search(word, '&limit=200');
    assert.equal(found.total, hostile.length);
    for (const q of [
      "'; drop table",
      '%_\\',
      '\u{202E}',
      '((((',
      '"',
      `${word}:*`,
      '!!!',
      '& | !',
    ]) {
      const { status } = await call('GET', `?q=${encodeURIComponent(q)}`);
      assert.ok([200, 400].includes(status), `${q}: ${status}`);
    }
    assert.deepEqual(faultsOf(await call('POST', '', '{"title":"a\\u0000","body":"b\\u0000"}')), [
      '/body invalid_characters',
      '/title invalid_characters',
    ]);
    const line = { title: 'x', body: 'x'.repeat(1_000_000) };
    assert.deepEqual(faultsOf(await call('POST', '', line)), ['/body too_long']);
    assert.equal((await call('POST', '', { ...line, body: 'x'.repeat(1_100_000) })).status, 413);
  });
});
