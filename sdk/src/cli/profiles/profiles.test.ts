import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { commands } from '../commands.ts';
import { parse } from '../parse.ts';
import { targetOf } from './connection.ts';
import { codeOf } from './loopback.ts';
import { ProfileStore } from './profiles.store.ts';

describe('Profiles', () => {
  let folder: string;
  let store: ProfileStore;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'signalbox-cli-'));
    store = new ProfileStore(join(folder, 'signalbox'));
    await store.update((all) => {
      all.profiles['default'] = { kind: 'key', url: 'https://one.example.com', apiKey: 'sbk_one' };
      all.profiles['two'] = { kind: 'key', url: 'https://two.example.com', apiKey: 'sbk_two' };
    });
  });
  after(() => rm(folder, { recursive: true }));

  const target = (line: string, env: Record<string, string> = {}) => {
    const { values } = parse(`whoami ${line}`.trim().split(' '), commands);
    return targetOf({ values, env, store });
  };
  const targetNames = async (line: string, env?: Record<string, string>) => {
    const { url, credentials } = await target(line, env);
    return [new URL(url).hostname.split('.')[0], credentials.apiKey ?? credentials.clientId];
  };

  test('an option is preferred to the environment, the environment to the profile', async () => {
    const env = { SIGNALBOX_API_KEY: 'sbk_env', SIGNALBOX_URL: 'https://three.example.com/' };
    assert.deepEqual(await targetNames(''), ['one', 'sbk_one']);
    assert.deepEqual(await targetNames('', { SIGNALBOX_PROFILE: 'two' }), ['two', 'sbk_two']);
    assert.deepEqual(await targetNames('', env), ['three', 'sbk_env']);
    assert.deepEqual(await targetNames('--profile two', { ...env, SIGNALBOX_URL: '' }), [
      'two',
      'sbk_two',
    ]);
    const client = { SIGNALBOX_CLIENT_ID: 'id', SIGNALBOX_CLIENT_SECRET: 'x' };
    assert.deepEqual(await targetNames('--url https://two.example.com', client), ['two', 'id']);
    await assert.rejects(target('', client), /need the address of their instance/);
    await assert.rejects(target('', { SIGNALBOX_CLIENT_ID: 'id' }), /Set both/);
  });

  test('the credentials of a profile are not sent to another instance', async () => {
    assert.deepEqual(await targetNames('--url https://two.example.com/'), ['two', 'sbk_two']);
    await assert.rejects(target('--url https://evil.example.com'), /is for https:\/\/one/);
    await assert.rejects(
      target('--profile two', { SIGNALBOX_URL: 'https://one.example.com' }),
      /is for https:\/\/two/,
    );
    await assert.rejects(target('--profile three'), /no profile three/);
  });

  test('only the owner can read the file, also after others were allowed to', async () => {
    const modeOf = async () => (await stat(store.file)).mode & 0o777;
    assert.equal(await modeOf(), 0o600);
    await chmod(store.file, 0o644);
    await store.read();
    assert.equal(await modeOf(), 0o600);
  });

  test('concurrent updates are made one after the other, and a lock left behind expires', async () => {
    await writeFile(`${store.file}.lock`, '');
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(`${store.file}.lock`, longAgo, longAgo);
    let running = 0;
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        store.update(async (all) => {
          running += 1;
          assert.equal(running, 1);
          await new Promise((resolve) => setImmediate(resolve));
          all.profiles[`p${index}`] = { kind: 'key', url: 'https://x.example.com', apiKey: 'k' };
          running -= 1;
        }),
      ),
    );
    const { profiles } = await store.read();
    assert.equal(Object.keys(profiles).filter((name) => name.startsWith('p')).length, 8);
  });

  test('a redirect counts only with the state of this login', () => {
    const address = 'http://127.0.0.1:1/callback';
    assert.equal(codeOf(`${address}?code=c&state=s`, 's'), 'c');
    assert.throws(
      () => codeOf(`${address}?code=c&state=other`, 's'),
      /not the address of this login/,
    );
    assert.throws(() => codeOf(`${address}?state=s&error=access_denied`, 's'), /access_denied/);
    assert.throws(() => codeOf('hello', 's'), /not the address/);
  });
});
