import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bodyOfText, MAX_TITLE, saysMore, textOf, titleOf } from './report.title.ts';

const word = 'screen ';

describe('The title of a report', () => {
  const titles: [name: string, text: string, title: string][] = [
    ['is empty without a text', ' \n\t ', ''],
    ['is the only sentence without its stop', 'My laptop is slow.', 'My laptop is slow'],
    ['ends after the first sentence', 'The printer is jammed. It blinks.', 'The printer is jammed'],
    ['ends with the first line', 'The printer is jammed\nIt blinks red.', 'The printer is jammed'],
    ['keeps a question mark', 'Why is my mail so late? It was quick.', 'Why is my mail so late?'],
    ['passes over blank lines', '\n\n  The printer\t is  jammed  \n', 'The printer is jammed'],
    [
      'goes on after a greeting',
      'Hi!\n\nMy laptop does not start. Thanks',
      'Hi! My laptop does not start',
    ],
    [
      'is not ended by a number',
      'Version 2.5 of the viewer crashes.',
      'Version 2.5 of the viewer crashes',
    ],
    ['keeps an unfinished sentence', 'It says "please wait...', 'It says "please wait...'],
    [
      'ends after a sentence in Chinese',
      '我的笔记本电脑今天早上无法正常启动。屏幕是黑的。',
      '我的笔记本电脑今天早上无法正常启动。',
    ],
    ['keeps emoji', 'The 👩🏽‍💻 laptop is 🔥 hot', 'The 👩🏽‍💻 laptop is 🔥 hot'],
  ];
  for (const [name, text, title] of titles) {
    test(`a title is made of the text: it ${name}`, () => assert.equal(titleOf(text), title));
  }

  test('a long sentence is cut after a word', () => {
    const title = titleOf(word.repeat(40));
    assert.ok(title.length <= MAX_TITLE, title);
    assert.match(title, /^(?:screen )*screen…$/);
  });

  test('a long word is cut between two characters', () => {
    assert.equal(titleOf('x'.repeat(5000)), `${'x'.repeat(MAX_TITLE - 1)}…`);
    assert.match(titleOf('e\u0301'.repeat(100)), /^(?:e\u0301)+…$/);
    const title = titleOf('👩🏽‍💻'.repeat(60));
    assert.match(title, /^(?:👩🏽‍💻)+…$/u);
    assert.ok(title.length <= MAX_TITLE && title.length > MAX_TITLE - 10, String(title.length));
  });

  test('a character of many marks still gives a title', () => {
    const title = titleOf(`a${'\u0301'.repeat(3000)}`);
    assert.ok(title.length > 0 && title.length <= MAX_TITLE, String(title.length));
  });

  test('the text is the description only if it says more', () => {
    assert.equal(saysMore(' The printer is jammed. ', 'The printer is jammed'), false);
    assert.equal(saysMore('The printer is jammed. It blinks.', 'The printer is jammed'), true);
    const said = { short_description: 'The printer is jammed', priority: 'P3' };
    assert.deepEqual(bodyOfText({ ...said, description: 'The printer is jammed' }), said);
    const more = { ...said, description: 'The printer is jammed. It blinks.' };
    assert.deepEqual(bodyOfText(more), more);
  });

  test('a draft of the form shows its text once, and one from elsewhere begins with its title', () => {
    const text = 'The printer is jammed. It blinks.';
    assert.equal(textOf({ title: titleOf(text), description: text }), text);
    assert.equal(textOf({ title: 'The mail is late', description: '' }), 'The mail is late');
    assert.equal(textOf({ title: 'Again', description: text }), `Again\n\n${text}`);
    assert.equal(textOf({ title: '', description: '' }), '');
    assert.equal(textOf({ title: text.slice(0, 20), description: text }), text);
  });
});
