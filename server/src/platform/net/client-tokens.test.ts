import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ClientTokens, TokenError } from './client-tokens.ts';
import { type Egress, RefusedAddress } from './egress.ts';

const grant = {
  tokenUrl: 'https://login.example.com/token',
  clientId: 'desk',
  clientSecret: 'hush-hush',
  scope: 'mail',
};

type Reply = { status?: number; body: object | string; isTruncated?: boolean } | Error;

/** Each request is answered by the next reply; the last one repeats. */
function start(...replies: [Reply, ...Reply[]]) {
  const forms: URLSearchParams[] = [];
  let nowMs = 0;
  const post: Egress['post'] = async ({ body }) => {
    const reply = replies[Math.min(forms.length, replies.length - 1)] as Reply;
    forms.push(new URLSearchParams(Buffer.from(body).toString()));
    if (reply instanceof Error) throw reply;
    const { status = 200, body: sent, isTruncated = false } = reply;
    const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
    return { status, headers: {}, body: text, isTruncated };
  };
  const tokens = new ClientTokens({ post }, () => nowMs);
  const advance = (seconds: number) => void (nowMs += seconds * 1000);
  return { tokens, forms, advance };
}

const tokenOf = (access_token: string, expires_in: number | string = 3600) => ({
  body: { access_token, token_type: 'Bearer', expires_in },
});

const failureOf = (request: Promise<unknown>): Promise<TokenError> =>
  request.then(
    () => assert.fail('a token was obtained'),
    (error) => {
      assert.ok(error instanceof TokenError);
      return error;
    },
  );

describe('Access tokens of the client credentials grant', () => {
  test('requests at the same time share one request, which has the credentials in its form', async () => {
    const { tokens, forms } = start(tokenOf('a'), tokenOf('b'));
    assert.deepEqual(await Promise.all([tokens.get(grant), tokens.get(grant)]), ['a', 'a']);
    assert.deepEqual(
      forms.map((form) => Object.fromEntries(form)),
      [
        {
          grant_type: 'client_credentials',
          client_id: 'desk',
          client_secret: 'hush-hush',
          scope: 'mail',
        },
      ],
    );
  });

  test('a token is used until a minute before it expires', async () => {
    const { tokens, advance } = start(tokenOf('a', 3600), tokenOf('b', '90'), tokenOf('c'));
    await tokens.get(grant);
    advance(3539);
    assert.equal(await tokens.get(grant), 'a');
    advance(1);
    assert.equal(await tokens.get(grant), 'b');
    advance(44);
    assert.equal(await tokens.get(grant), 'b', 'half of a short life is used');
    advance(1);
    assert.equal(await tokens.get(grant), 'c');
  });

  test('a token without a life is used for four minutes', async () => {
    const { tokens, advance } = start({ body: { access_token: 'a' } }, tokenOf('b'));
    await tokens.get(grant);
    advance(239);
    assert.equal(await tokens.get(grant), 'a');
    advance(1);
    assert.equal(await tokens.get(grant), 'b');
  });

  test('a secret that was replaced is used at once', async () => {
    const { tokens, forms } = start(tokenOf('a'), tokenOf('b'));
    await tokens.get(grant);
    assert.equal(await tokens.get({ ...grant, clientSecret: 'new' }), 'b');
    assert.equal(forms[1]?.get('client_secret'), 'new');
  });

  test('a refused token is renewed once for all who used it, and again after a minute', async () => {
    const { tokens, forms, advance } = start(
      ...(['a', 'b', 'c'].map((one) => tokenOf(one)) as [Reply]),
    );
    await tokens.get(grant);
    const renewed = [tokens.renew(grant, 'a'), tokens.renew(grant, 'a')];
    assert.deepEqual(await Promise.all(renewed), ['b', 'b']);
    assert.equal(await tokens.renew(grant, 'a'), 'b', 'the refused token was replaced before');
    assert.equal(await tokens.renew(grant, 'b'), undefined);
    assert.equal(forms.length, 2);
    advance(60);
    assert.equal(await tokens.renew(grant, 'b'), 'c');
  });

  test('a failure is repeated for two seconds without another request', async () => {
    const { tokens, forms, advance } = start({ status: 503, body: 'busy' }, tokenOf('a'));
    const { message } = await failureOf(tokens.get(grant));
    assert.equal(message, 'The token endpoint login.example.com responded 503');
    advance(1.9);
    await failureOf(tokens.get(grant));
    assert.equal(forms.length, 1);
    advance(0.1);
    assert.equal(await tokens.get(grant), 'a');
  });

  test('each failure is explained without the secret', async () => {
    const refusal = (status: number, error: string, error_description?: string) => ({
      status,
      body: { error, error_description },
    });
    const cases: [Reply, TokenError['failure'], RegExp][] = [
      [
        refusal(401, 'invalid_client', 'The secret\r\n hush-hush  has expired.'),
        'client',
        /^The token endpoint login\.example\.com responded 401, invalid_client: The secret \[secret\] has expired\.$/,
      ],
      [refusal(400, 'unauthorized_client'), 'client', /responded 400, unauthorized_client$/],
      [refusal(400, 'invalid_scope'), 'scope', /invalid_scope/],
      [refusal(400, 'x'.repeat(9000)), 'response', /^.{300,400}$/],
      [{ status: 401, body: '<html>' }, 'client', /responded 401$/],
      [{ status: 302, body: '' }, 'response', /responded 302$/],
      [{ body: '<html>' }, 'response', /sent no bearer token/],
      [{ body: 'null' }, 'response', /sent no bearer token/],
      [{ body: { access_token: 'a\u0001auth=Bearer b' } }, 'response', /sent no bearer token/],
      [{ body: { access_token: 'a', token_type: 'mac' } }, 'response', /sent no bearer token/],
      [{ ...tokenOf('a'), isTruncated: true }, 'response', /sent no bearer token/],
      [new Error('connect ECONNREFUSED'), 'unreachable', /does not respond: connect ECONNREFUSED/],
      [
        new RefusedAddress('10.0.0.1 is not a public address.'),
        'address',
        /^The token endpoint is not allowed: 10\.0\.0\.1 is not a public address$/,
      ],
    ];
    for (const [reply, failure, message] of cases) {
      const error = await failureOf(start(reply).tokens.get(grant));
      assert.equal(error.failure, failure, error.message);
      assert.match(error.message, message);
      assert.doesNotMatch(error.message, /hush-hush/);
    }
  });
});
