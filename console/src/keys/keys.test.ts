import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { commands } from '../commands.ts';
import { readinessOf, type Opening } from './opening.ts';
import { type Command, keyClashes, pressName } from './command.ts';
import { Registry } from './registry.ts';

const command = (id: string, keys: string[], scope: Command['scope']): Command => ({
  id,
  keys,
  scope,
  label: id,
});
const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('Keys', () => {
  test('no two commands have one key in one scope, and no id occurs twice', () => {
    assert.ok(commands.length > 20, 'the tables were read');
    assert.deepEqual(keyClashes(commands), []);
    assert.equal(new Set(commands.map(({ id }) => id)).size, commands.length);
  });

  const planted: [name: string, clash: Command][] = [
    ['the key of a list', command('x', ['j'], ['list'])],
    ['a key of everywhere in a record', command('x', ['z'], ['record'])],
    ['a key of a record everywhere', command('x', ['n'], ['everywhere'])],
    ['the first key of a sequence', command('x', ['g'], ['list'])],
    ['a sequence after a command', command('x', ['x y'], ['list'])],
  ];
  for (const [name, clash] of planted) {
    test(`a planted clash is found: ${name}`, () => {
      assert.notDeepEqual(keyClashes([...commands, clash]), []);
    });
  }

  test('a key may run one command in a list and another in a record', () => {
    assert.deepEqual(
      keyClashes([command('a', ['u'], ['list']), command('b', ['u'], ['record'])]),
      [],
    );
  });

  test('presses are named as in the tables', () => {
    const names = [
      pressName({ ...none, key: 'j' }),
      pressName({ ...none, key: 'J', shiftKey: true }),
      pressName({ ...none, key: '?', shiftKey: true }),
      pressName({ ...none, key: ' ' }),
      pressName({ ...none, key: 'k', ctrlKey: true }),
      pressName({ ...none, key: 'k', metaKey: true }),
      pressName({ ...none, key: 'ArrowDown', shiftKey: true }),
    ];
    assert.deepEqual(names, ['j', 'J', '?', 'Space', 'mod+K', 'mod+K', 'Shift+ArrowDown']);
  });

  test('a sequence needs its second key soon after the first', () => {
    const registry = new Registry();
    const run = () => undefined;
    const go = { ...command('go', ['g i'], ['everywhere']), run };
    const inspect = { ...command('inspect', ['i'], ['list']), run };
    registry.bind([go, inspect]);
    assert.equal(registry.find('g', 0, ['everywhere', 'list']), 'first');
    assert.equal(registry.find('i', 500, ['everywhere', 'list']), go);
    assert.equal(registry.find('g', 1000, ['everywhere', 'list']), 'first');
    assert.equal(registry.find('i', 3000, ['everywhere', 'list']), inspect);
    assert.equal(registry.find('x', 3100, ['everywhere', 'list']), undefined);
  });

  test('the commands of a page are removed with it, and those bound later stay', () => {
    const registry = new Registry();
    const run = () => undefined;
    const first = { ...command('open', ['o'], ['list']), run };
    const second = { ...command('open', ['o'], ['list']), run };
    const unbind = registry.bind([first]);
    registry.bind([second]);
    unbind();
    assert.deepEqual(registry.list(), [second]);
  });

  const opening: Opening = {
    opens: 'overlay',
    waitedMs: 0,
    isLoading: false,
    isShown: false,
    hasFocus: false,
  };
  const cases: [name: string, opening: Partial<Opening>, readiness: string][] = [
    ['nothing is there yet', {}, 'awaited'],
    ['nothing has opened', { waitedMs: 300 }, 'absent'],
    ['a page takes longer', { opens: 'page', waitedMs: 300 }, 'awaited'],
    ['files are loading', { waitedMs: 10_000, isLoading: true }, 'awaited'],
    ['files never arrive', { waitedMs: 15_000, isLoading: true }, 'absent'],
    ['it is shown without the focus', { waitedMs: 1000, isShown: true }, 'awaited'],
    ['it never takes the focus', { waitedMs: 3000, isShown: true }, 'absent'],
    ['a part of it is loading', { isShown: true, hasFocus: true, isLoading: true }, 'awaited'],
    ['it has the focus', { waitedMs: 9000, isShown: true, hasFocus: true }, 'ready'],
  ];
  for (const [name, state, readiness] of cases) {
    test(`the readiness is "${readiness}" if ${name}`, () => {
      assert.equal(readinessOf({ ...opening, ...state }), readiness);
    });
  }

  test('every command that opens something says so', () => {
    const keysOf = commands.filter(({ opens }) => opens).flatMap(({ keys }) => keys);
    assert.deepEqual(keysOf.toSorted(), [
      '/',
      '?',
      'A',
      'H',
      'L',
      'M',
      'c',
      'e',
      'f',
      'g n',
      'm',
      'mod+K',
      'n',
      'p',
      's',
      't',
      'v',
    ]);
  });
});
