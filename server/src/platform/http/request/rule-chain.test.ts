import assert from 'node:assert/strict';
import { createSecretKey } from 'node:crypto';
import { describe, test } from 'node:test';
import type { ChainLink } from '../../context.ts';
import { readChain, writeChain } from './rule-chain.ts';

const keyOf = (byte: number) => createSecretKey(Buffer.alloc(32, byte));
const key = keyOf(1);

const ruleId = (n: number): string => `rul_${n.toString(16).padStart(32, '0')}`;
const link = (n: number, rules: readonly string[] = [ruleId(1)]): ChainLink => ({
  record: `INC${String(n).padStart(7, '0')}`,
  rules,
});
const links = (count: number, rulesOf: (n: number) => string[] = () => [ruleId(1)]): ChainLink[] =>
  Array.from({ length: count }, (_, n) => link(n, rulesOf(n)));
const ruleIds = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, n) => ruleId(from + n));

const write = (chain: readonly ChainLink[]): string => {
  const header = writeChain(chain, key);
  assert.ok(header !== undefined && header.length <= 2048);
  return header;
};

describe('The header of a chain of rules', () => {
  test('a chain is read as it was written, and may be empty in a link', () => {
    const chain = [link(1, [ruleId(1), ruleId(2)]), link(2, []), link(1, [ruleId(2)])];
    assert.deepEqual(readChain(write(chain), key), chain);
  });

  test('a chain that is empty or absent has no header', () => {
    for (const chain of [[], null, undefined]) assert.equal(writeChain(chain, key), undefined);
  });

  test('the newest ten links are kept, and the first twenty rules of each', () => {
    const chain = links(12, () => ruleIds(21));
    assert.deepEqual(readChain(write(chain), key), links(12, () => ruleIds(20)).slice(2));
  });

  test('the oldest links are left out until the header has at most 2 kB', () => {
    const chain = links(10, (n) => ruleIds(20, 20 * n));
    const read = readChain(write(chain), key);
    assert.ok(read.length > 0 && read.length < 10);
    assert.deepEqual(read, chain.slice(-read.length));
  });

  test('a link with the most rules fits, and so does a loop of it', () => {
    const loop = links(4, () => ruleIds(20));
    assert.deepEqual(readChain(write(loop), key), loop);
  });

  test('a chain that another key signed is read only with that key', () => {
    const header = write(links(2));
    assert.deepEqual(readChain(header, keyOf(2)), []);
    assert.deepEqual(readChain(header), []);
    assert.deepEqual(readChain(header, keyOf(2), key), links(2));
  });

  test('a header with any changed character is ignored', () => {
    const header = write(links(2));
    // The last character of a MAC of 128 bits has spare bits, which any decoder ignores.
    for (let at = 0; at < header.length - 1; at += 1) {
      const other = header[at] === 'A' ? 'B' : 'A';
      const changed = `${header.slice(0, at)}${other}${header.slice(at + 1)}`;
      assert.deepEqual(readChain(changed, key), [], `character ${at}`);
    }
  });

  test('a header that is absent, repeated, malformed or too long is ignored', () => {
    const header = write(links(2));
    const [payload = '', mac = ''] = header.split('.');
    const headers = [
      undefined,
      null,
      7,
      '',
      '.',
      payload,
      `${payload}.`,
      `.${mac}`,
      `${header}.${mac}`,
      `${header}, ${header}`,
      [header],
      `${payload}.${mac.slice(0, 10)}`,
      `${Buffer.from('[[],[["INC0000001",[]]]]').toString('base64url')}.${mac}`,
      'x'.repeat(3000),
      `${' '.repeat(2048)}${header}`,
      '\u0000\ud800.é',
    ];
    for (const given of headers) assert.deepEqual(readChain(given, key), [], String(given));
  });
});
