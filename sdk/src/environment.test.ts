// A client takes its address and credentials from the environment only if it is given neither.
import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { Signalbox } from './client.ts';
import { completeOptions } from './environment.ts';
import type { SignalboxOptions } from './options.ts';

const platform = Object.getOwnPropertyDescriptor(globalThis, 'process') ?? {};

const useProcess = (value: unknown): void => {
  Object.defineProperty(globalThis, 'process', { configurable: true, writable: true, value });
};
const useVariables = (env: Record<string, string>): void => useProcess({ env });

const KEY = { SIGNALBOX_URL: 'https://desk.example.com', SIGNALBOX_API_KEY: 'sbk_x' };
const CLIENT = { SIGNALBOX_CLIENT_ID: 'id', SIGNALBOX_CLIENT_SECRET: 'secret' };

describe('The environment of a client', () => {
  afterEach(() => Object.defineProperty(globalThis, 'process', platform));

  test('a client without options has the address and the credentials of the environment', () => {
    useVariables(KEY);
    assert.ok(new Signalbox().incidents);
    assert.deepEqual(completeOptions({ timeoutMs: 5 }), {
      timeoutMs: 5,
      baseUrl: 'https://desk.example.com',
      apiKey: 'sbk_x',
    });
    useVariables({ SIGNALBOX_URL: 'desk.example.com', ...CLIENT });
    assert.deepEqual(completeOptions({}), {
      baseUrl: 'https://desk.example.com',
      clientId: 'id',
      clientSecret: 'secret',
    });
  });

  test('an address or credentials of the caller are never combined with those of the environment', () => {
    useVariables(KEY);
    const given: SignalboxOptions = { baseUrl: 'https://other.example.com', token: 't' };
    assert.equal(completeOptions(given), given);
    const partial: [options: object, message: RegExp][] = [
      [
        { baseUrl: 'https://evil.example.com' },
        /^Signalbox needs one of apiKey, .* it reads SIGNAL/,
      ],
      [{ token: 't' }, /^Signalbox needs baseUrl with the credentials\. .* it reads SIGNALBOX_URL/],
      [{ apiKey: '' }, /^Signalbox needs baseUrl with the credentials/],
    ];
    for (const [options, message] of partial)
      assert.throws(() => new Signalbox(options), {
        name: 'TypeError',
        message,
      });
  });

  test('a client without an address or credentials is refused with the names of the variables', () => {
    const incomplete = [{}, { ...KEY, SIGNALBOX_API_KEY: '' }, CLIENT];
    for (const env of incomplete) {
      useVariables(env);
      assert.throws(() => new Signalbox(), /SIGNALBOX_URL with SIGNALBOX_API_KEY, or with/);
    }
    useVariables({ SIGNALBOX_URL: 'https://desk.example.com', SIGNALBOX_CLIENT_ID: 'id' });
    assert.throws(
      () => new Signalbox(),
      /Set both SIGNALBOX_CLIENT_ID and SIGNALBOX_CLIENT_SECRET/,
    );
  });

  test('a platform without `process`, or with another object of that name, has no variables', () => {
    for (const value of [undefined, { id: 'process' }, { env: undefined }]) {
      useProcess(value);
      assert.throws(() => new Signalbox(), /^TypeError: Signalbox needs an address/);
      assert.ok(new Signalbox({ baseUrl: 'https://desk.example.com', token: 't' }).incidents);
    }
  });
});
