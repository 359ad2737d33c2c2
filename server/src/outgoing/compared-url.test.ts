import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { loadConfig } from '../platform/runtime/config.ts';
import { comparedUrl } from './compared-url.ts';
import { describeHold } from './outgoing.state.ts';

const at = (BASE_URL: string) => ({
  config: loadConfig({
    BASE_URL,
    DATABASE_URL: 'postgres://database',
    ENCRYPTION_KEY: Buffer.alloc(32, 3).toString('base64'),
  }),
});

describe('The address that a database belongs to', () => {
  test('the case of the host, a default port and a slash at the end do not matter', () => {
    for (const url of [
      'https://Desk.Example.com',
      'https://desk.example.com:443/',
      'https://desk.example.com/',
    ])
      assert.equal(comparedUrl(at(url)), 'https://desk.example.com', url);
    assert.notEqual(
      comparedUrl(at('https://desk.example.com/a')),
      comparedUrl(at('https://desk.example.com/b')),
    );
  });

  test('loopback addresses are not compared', () => {
    for (const host of [
      'localhost:8080',
      'desk.localhost',
      'LOCALHOST.',
      '127.0.0.1',
      '127.9.9.9:81',
      '[::1]:8080',
      '[::ffff:127.0.0.1]',
    ])
      assert.equal(comparedUrl(at(`http://${host}`)), null, host);
    for (const host of ['localhost.example.com', '10.0.0.1', '[2001:db8::1]'])
      assert.notEqual(comparedUrl(at(`http://${host}`)), null, host);
  });

  test('only another address and a restore hold deliveries and mails, and the text names both addresses', () => {
    const row = { base_url: 'https://desk.example.com', held_since: null, released_at: null };
    assert.equal(describeHold(at('https://desk.example.com/'), row), undefined);
    assert.equal(describeHold(at('http://localhost:8080'), row), undefined);
    assert.equal(
      describeHold(at('https://staging.example.com'), { ...row, base_url: null }),
      undefined,
    );
    const other = describeHold(at('https://staging.example.com'), row);
    assert.match(
      other?.reason ?? '',
      /BASE_URL is https:\/\/staging\.example\.com, .* https:\/\/desk\.example/,
    );
    assert.match(other?.advice ?? '', /copy.*correct BASE_URL.*admin release/);
    const restored = { ...row, held_since: '2026-11-18T10:00:00.000Z' };
    for (const url of ['https://desk.example.com', 'http://localhost:8080']) {
      const hold = describeHold(at(url), restored);
      assert.match(hold?.reason ?? '', /since the restore of 2026-11-18/, url);
      assert.doesNotMatch(hold?.advice ?? '', /BASE_URL/, url);
    }
  });
});
