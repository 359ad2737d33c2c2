// Tokens are exchanged once for all callers and renewed once after a 401, also those of API keys and functions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logIn } from '../../server/test/support/people.ts';
import { Signalbox, SignalboxError, type TokenHint } from '../src/index.ts';
import type { SdkInstance } from './setup.ts';

/** Returns a `fetch` that counts requests by path. */
function countingFetch() {
  const counts: Record<string, number> = {};
  const counting: typeof fetch = (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    counts[pathname] = (counts[pathname] ?? 0) + 1;
    return fetch(input, init);
  };
  return { counts, counting };
}

export function tokenTests(instance: SdkInstance): void {
  test('300 parallel first requests call the token endpoint once', async () => {
    const { counts, counting } = countingFetch();
    const client = await instance.clientAs('agent', { fetch: counting, timeoutMs: 240_000 });
    const all = await Promise.all(Array.from({ length: 300 }, () => client.me.get()));
    assert.equal(all.length, 300);
    assert.deepEqual(counts, {
      '/.well-known/oauth-protected-resource': 1,
      '/.well-known/openid-configuration': 1,
      '/oauth2/token': 1,
      '/prod/api/v1/me': 300,
    });
  });

  test('an API key is exchanged for a token', async () => {
    const { AUTH_URL, BASE_URL } = instance.running.deps.config;
    const admin = await instance.clientAs('super_admin');
    const who = { email: 'keys@example.com', password: 'correct horse battery' };
    await admin.users.create({ ...who, name: 'Pat', roles: ['agent'] });
    const { access_token: token } = await logIn(AUTH_URL, BASE_URL, who);
    const baseUrl = `${instance.running.url}/`;
    const { secret } = await new Signalbox({ baseUrl, token }).apiKeys.create({ name: 'export' });
    const me = await new Signalbox({ baseUrl, apiKey: secret }).me.get();
    assert.equal(me.email, who.email);
    assert.ok(me.key_id);
  });

  test('an instance that names the identity provider of another one gets no token for that one', async () => {
    const { url } = instance.running;
    const evil = 'https://evil.example.com';
    /** Serves the document of the victim, with `resource`, at the address of the malicious instance. */
    const clientOf = async (resource: string, paths: string[]) =>
      instance.clientAs('agent', {
        baseUrl: evil,
        maxRetries: 0,
        fetch: async (input, init) => {
          const asked = new URL(input instanceof Request ? input.url : input);
          paths.push(asked.pathname);
          if (asked.origin !== evil) return fetch(input, init);
          const response = await fetch(`${url}${asked.pathname}`);
          return Response.json({ ...((await response.json()) as object), resource });
        },
      });
    const noToken = (text: RegExp) => (error: unknown) =>
      SignalboxError.is(error, 'no_token') && text.test(error.message);
    const copied: string[] = [];
    await assert.rejects(
      (await clientOf(url, copied)).me.get(),
      noToken(/evil\.example\.com gives its address as http:/),
    );
    assert.deepEqual(copied, ['/.well-known/oauth-protected-resource']);
    const forged: string[] = [];
    await assert.rejects((await clientOf(evil, forged)).me.get(), noToken(/invalid_target/));
    assert.equal(forged.at(-1), '/oauth2/token');
  });

  test('the error of a wrong secret says so, and the request is not tried again', async () => {
    const { counts, counting } = countingFetch();
    const { clientId } = await instance.credentialsOf('agent');
    const client = new Signalbox({
      baseUrl: instance.running.url,
      clientId,
      clientSecret: 'wrong',
      fetch: counting,
    });
    await assert.rejects(
      client.me.get(),
      (error) => SignalboxError.is(error, 'no_token') && /invalid_client/.test(error.message),
    );
    assert.equal(counts['/oauth2/token'], 1);
  });

  test('after a 401 the token is renewed once, for all requests that were refused', async () => {
    const { counts, counting } = countingFetch();
    const credentials = await instance.credentialsOf('super_admin');
    const client = new Signalbox({
      baseUrl: instance.running.url,
      fetch: counting,
      ...credentials,
    });
    await client.me.get();
    // An update of the client's roles revokes its tokens.
    const other = await instance.clientAs('super_admin');
    await other.clients.update(credentials.clientId, { roles: ['itsm_manager'] });
    const untilRevoked = async () => {
      for (let tries = 0; tries < 500; tries += 1) {
        await client.me.get();
        if ((counts['/oauth2/token'] ?? 0) > 1) return;
      }
      assert.fail('the token is still accepted');
    };
    await untilRevoked();
    const me = await client.me.get();
    assert.deepEqual(me.roles, ['itsm_manager']);
    assert.equal(counts['/oauth2/token'], 2);
  });

  test('a token function is asked again with the token that was refused', async () => {
    const good = await instance.running.tokenFor('agent');
    const hints: TokenHint[] = [];
    const client = new Signalbox({
      baseUrl: instance.running.url,
      token: async (hint) => {
        hints.push(hint);
        return hint.rejected === 'stale' ? good : 'stale';
      },
    });
    await Promise.all([client.me.get(), client.me.get(), client.me.get()]);
    assert.deepEqual(hints.slice(0, 3), [{}, {}, {}]);
    assert.equal(hints.length, 4, 'there is one call for the three requests');
    const { requestId, ...hint } = hints[3] ?? {};
    assert.deepEqual(hint, { rejected: 'stale' });
    assert.match(requestId ?? '', /^[\da-f-]{36}$/);
  });

  test('a token that stays refused is an error after one more try', async () => {
    const { counts, counting } = countingFetch();
    const client = new Signalbox({
      baseUrl: instance.running.url,
      token: () => 'bad',
      fetch: counting,
    });
    await assert.rejects(client.me.get(), (error) => SignalboxError.is(error, 'unauthenticated'));
    assert.equal(counts['/prod/api/v1/me'], 2);
  });
}
