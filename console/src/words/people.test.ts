import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { nameOfAddress, PeopleNames, type ReadNames } from './people.ts';

const directory = new Map([
  ['luca.brandt@example.com', 'Luca Brandt'],
  ['ines@example.com', 'Inês Prado'],
]);

/** Records requests; the test moves the clock. */
async function withNames(
  run: (
    names: PeopleNames,
    requests: string[][],
    pass: (ms: number) => Promise<void>,
  ) => Promise<void>,
  read: ReadNames = (asked) =>
    Promise.resolve([...directory].filter(([address]) => asked.includes(address))),
): Promise<void> {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const requests: string[][] = [];
  const names = new PeopleNames();
  names.readBy((asked) => {
    requests.push([...asked]);
    return read(asked);
  });
  const pass = async (ms: number) => {
    mock.timers.tick(ms);
    await new Promise((resolve) => setImmediate(resolve));
  };
  try {
    await run(names, requests, pass);
  } finally {
    mock.timers.reset();
  }
}

describe('Names of people', () => {
  test('an address gives a name that reads like one, and a client is called by its id', () => {
    const names: [address: string, name: string][] = [
      ['luca.brandt@example.com', 'Luca Brandt'],
      ['anna-maria.van_berg@example.com', 'Anna Maria Van Berg'],
      ['ada@example.com', 'Ada'],
      ['monitoring@clients.desk.example.com', 'monitoring'],
      ['alert-manager@clients.desk.example.com', 'alert-manager'],
      ['ai@clients.desk.example.com', 'Assistant'],
      ['ai@example.com', 'Ai'],
      ['..@example.com', '..'],
      ['@example.com', '@example.com'],
      ['Web Platform', 'Web Platform'],
      ['', ''],
    ];
    for (const [address, name] of names) assert.equal(nameOfAddress(address), name);
  });

  test('all addresses of a frame are read in one request, and not again for minutes', () =>
    withNames(async (names, requests, pass) => {
      for (const address of ['luca.brandt@example.com', 'Ines@example.com', 'ines@example.com'])
        names.ask(address);
      names.ask('Web Platform');
      names.ask('gone@example.com');
      assert.equal(names.nameOf('ines@example.com'), 'Ines');
      await pass(20);
      assert.deepEqual(requests, [
        ['luca.brandt@example.com', 'ines@example.com', 'gone@example.com'],
      ]);
      assert.equal(names.nameOf('INES@example.com'), 'Inês Prado');
      assert.equal(names.nameOf('gone@example.com'), 'Gone');
      names.ask('gone@example.com');
      await pass(4 * 60_000);
      names.ask('ines@example.com');
      await pass(20);
      assert.equal(requests.length, 1);
      await pass(2 * 60_000);
      names.ask('ines@example.com');
      assert.equal(names.nameOf('ines@example.com'), 'Inês Prado', 'shown while it is read again');
      await pass(20);
      assert.equal(requests.length, 2);
    }));

  test('a page is notified only of names that differ from those it shows', () =>
    withNames(async (names, _, pass) => {
      let changes = 0;
      names.subscribe(() => (changes += 1));
      names.ask('luca.brandt@example.com');
      await pass(20);
      assert.equal(changes, 0, 'the name made from the address was right');
      names.ask('ines@example.com');
      await pass(20);
      assert.equal(changes, 1);
    }));

  test('more addresses than one request takes are read in several requests', () =>
    withNames(async (names, requests, pass) => {
      for (let n = 0; n < 250; n += 1) names.ask(`p${n}@example.com`);
      await pass(20);
      assert.deepEqual(
        requests.map(({ length }) => length),
        [100, 100, 50],
      );
    }));

  test('after a failure the name is made from the address, and read again later', () =>
    withNames(
      async (names, requests, pass) => {
        names.ask('ines@example.com');
        await pass(20);
        assert.equal(names.nameOf('ines@example.com'), 'Ines');
        names.ask('ines@example.com');
        await pass(20);
        assert.equal(requests.length, 1);
        await pass(60_000);
        names.ask('ines@example.com');
        await pass(20);
        assert.equal(requests.length, 2);
      },
      () => Promise.reject(new Error('down')),
    ));
});
