// Every kind of failure has its code, its exit code and the id of its request in JSON. The instance is a stub of
// `fetch`, since a real one cannot be made to fail in all these ways.
import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { errorCodes, exitCodes } from '../../src/cli/exit-codes.ts';
import { type Env, makeHome, runHere } from './setup.ts';

const URL_OF_INSTANCE = 'https://desk.example.com';
const API = `${URL_OF_INSTANCE}/prod/api/v1`;
const TOKEN_ENDPOINT = 'https://id.example.com/token';
const ID = '0198c0de-0000-7000-8000-000000000001';

type Respond = (init: RequestInit) => Response | Promise<Response>;

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': ID, ...headers },
  });

const problem =
  (status: number, code: string, members: object = {}, headers: Record<string, string> = {}) =>
  () =>
    json(
      status,
      { status, code, title: code, detail: `${code}.`, request_id: ID, ...members },
      headers,
    );

/** Discovery and the exchange of an API key succeed unless a case replaces them. */
const provider: Record<string, Respond> = {
  [`${URL_OF_INSTANCE}/.well-known/oauth-protected-resource`]: () =>
    json(200, { resource: URL_OF_INSTANCE, authorization_servers: ['https://id.example.com'] }),
  'https://id.example.com/.well-known/openid-configuration': () =>
    json(200, { token_endpoint: TOKEN_ENDPOINT }),
  [TOKEN_ENDPOINT]: () => json(200, { access_token: 'a', expires_in: 3600 }),
};

const refuse: Respond = () => {
  throw new TypeError('fetch failed', {
    cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  });
};

/** Never responds, like an instance that hangs. */
const hang: Respond = ({ signal }) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

interface Case {
  args: readonly string[];
  /** The API responds to all requests like this. */
  api?: Respond;
  /** The identity provider responds like this. */
  token?: Respond;
  env?: Env;
  isInterrupted?: boolean;
  exit: keyof typeof exitCodes;
  code: string;
  requestId?: string | null;
  hints?: readonly string[];
}

const list = ['incidents', 'list'];
const show = ['incidents', 'show', 'INC0000042'];
const update = ['incidents', 'update', 'INC0000042', '--state', 'closed'];

const cases: Record<string, Case> = {
  'an unknown command': { args: ['incident', 'lst'], exit: 'usage', code: 'usage' },
  'an unknown option': { args: [...list, '--stat', 'new'], exit: 'usage', code: 'usage' },
  'a value that is not allowed': {
    args: [...list, '--state', 'neww'],
    exit: 'usage',
    code: 'usage',
  },
  'a missing argument': { args: ['incidents', 'show'], exit: 'usage', code: 'usage' },
  'an id that leads to another path': {
    args: ['incidents', 'show', '..'],
    exit: 'usage',
    code: 'usage',
    hints: [
      'For example: signalbox incidents show INC0000042',
      'Run `signalbox incidents show --help` for its options.',
    ],
  },
  'an empty id': { args: ['changes', 'approve', ''], exit: 'usage', code: 'usage' },
  'an id with a space': {
    args: ['incidents', 'note', 'INC 42', 'Restarted'],
    exit: 'usage',
    code: 'usage',
  },
  'an option whose id leads to another path': {
    args: ['webhooks', 'replay', '--webhook', '.', '--since', '24h'],
    exit: 'usage',
    code: 'usage',
  },
  'a missing file': { args: ['bulk', 'missing.csv'], exit: 'usage', code: 'usage' },
  'a body that is not JSON': {
    args: ['api', 'POST', '/incidents', '--data', '{'],
    exit: 'usage',
    code: 'usage',
  },
  'an update of nothing': {
    args: ['requests', 'update', 'REQ0000012'],
    exit: 'usage',
    code: 'usage',
  },
  'nobody signed in': {
    args: list,
    env: { SIGNALBOX_API_KEY: '', SIGNALBOX_URL: '' },
    exit: 'unauthenticated',
    code: 'usage',
  },
  'a refused key': {
    args: list,
    token: () => json(400, { error: 'invalid_grant' }),
    exit: 'unauthenticated',
    code: 'no_token',
    requestId: ID,
  },
  'a refused token': {
    args: list,
    api: problem(401, 'invalid_token'),
    exit: 'unauthenticated',
    code: 'invalid_token',
    requestId: ID,
  },
  'a role that is missing': {
    args: ['changes', 'approve', 'CHG0000007'],
    api: problem(403, 'insufficient_role', { required_roles: ['itsm_manager'] }),
    exit: 'forbidden',
    code: 'insufficient_role',
    requestId: ID,
  },
  'an unknown record': {
    args: show,
    api: problem(404, 'not_found'),
    exit: 'notFound',
    code: 'not_found',
    requestId: ID,
    hints: ['Check the id with `signalbox incidents list`.'],
  },
  'an unknown path': {
    args: ['api', 'GET', '/incident'],
    api: problem(404, 'not_found'),
    exit: 'notFound',
    code: 'not_found',
    requestId: ID,
  },
  'a state that is not allowed': {
    args: update,
    api: problem(409, 'invalid_transition'),
    exit: 'conflict',
    code: 'invalid_transition',
    requestId: ID,
  },
  'a version that has changed': {
    args: update,
    api: problem(412, 'version_mismatch', { current_version: 4 }),
    exit: 'conflict',
    code: 'version_mismatch',
    requestId: ID,
    hints: ['To update the current version, use --if-version 4.'],
  },
  'several invalid fields': {
    args: update,
    api: problem(400, 'validation_failed', {
      errors: [
        { pointer: '/state', code: 'x', message: 'It is unknown.', allowed: ['new'] },
        { pointer: '/priority', code: 'x', message: 'priority is required.' },
      ],
    }),
    exit: 'invalid',
    code: 'validation_failed',
    requestId: ID,
    hints: ['--state: It is unknown. Allowed: new.', 'priority is required.'],
  },
  'a rate limit': {
    args: list,
    api: problem(429, 'rate_limited', {}, { 'retry-after': '90' }),
    exit: 'unavailable',
    code: 'rate_limited',
    requestId: ID,
    hints: ['Try again in 90 s.'],
  },
  'a fault of the service': {
    args: list,
    api: problem(500, 'internal_error'),
    exit: 'failed',
    code: 'internal_error',
    requestId: ID,
  },
  'no response in time': { args: list, api: hang, exit: 'unavailable', code: 'timeout' },
  'no connection': { args: list, api: refuse, exit: 'unreachable', code: 'network_error' },
  'another server': {
    args: list,
    api: () => new Response('<html>', { status: 200, headers: { 'x-request-id': ID } }),
    exit: 'unreachable',
    code: 'invalid_response',
    requestId: ID,
  },
  'a record that has not changed': {
    args: ['api', 'GET', '/incidents/INC0000042', '--header', 'If-None-Match: "1"'],
    api: () => new Response(null, { status: 304, headers: { 'x-request-id': ID } }),
    exit: 'failed',
    code: 'not_modified',
    requestId: ID,
  },
  'an interruption': {
    args: list,
    api: hang,
    isInterrupted: true,
    exit: 'interrupted',
    code: 'interrupted',
  },
  'a bug': { args: list, api: () => json(200, {}), exit: 'failed', code: 'cli_error' },
};

describe('A failure in JSON', () => {
  const home = makeHome();
  before(() => mock.timers.enable({ apis: ['setTimeout'] }));
  after(() => {
    mock.timers.reset();
    home.remove();
  });

  /** Time passes only here, so that retries and time limits do not depend on the machine. */
  async function runCase({ args, api, token, env, isInterrupted }: Case, isJson: boolean) {
    const fetched = mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
      const own: Record<string, Respond> = {
        ...provider,
        ...(token && { [TOKEN_ENDPOINT]: token }),
      };
      const respond = url.startsWith(API) ? api : own[url];
      assert.ok(respond, url);
      return respond(init);
    });
    const interruption = new AbortController();
    const running = runHere(
      isJson ? [...args, '--json'] : args,
      { ...home.env, SIGNALBOX_URL: URL_OF_INSTANCE, SIGNALBOX_API_KEY: 'sbk_x', ...env },
      '',
      undefined,
      interruption.signal,
    );
    const state = { isOver: false };
    void running.finally(() => (state.isOver = true));
    while (!state.isOver) {
      await new Promise(setImmediate);
      if (isInterrupted && fetched.mock.callCount() > 3) interruption.abort(new Error('Ctrl-C'));
      mock.timers.tick(10_000);
    }
    fetched.mock.restore();
    return running;
  }

  for (const [name, one] of Object.entries(cases)) {
    const { exit, code, requestId = null, hints } = one;
    test(`${name} has the code ${code} and the exit code of ${exit}`, async () => {
      const finished = await runCase(one, true);
      assert.equal(finished.code, exitCodes[exit][0], finished.err);
      const failure = JSON.parse(finished.err) as Record<string, unknown>;
      assert.deepEqual(Object.keys(failure), ['error', 'code', 'exit', 'hints', 'request_id']);
      assert.deepEqual(
        { code: failure['code'], exit: failure['exit'], request_id: failure['request_id'] },
        { code, exit, request_id: requestId },
        finished.err,
      );
      assert.ok(failure['error']);
      if (hints) assert.deepEqual(failure['hints'], hints);
    });
  }

  test('all codes of the command line and all exit codes occur above', () => {
    const all = Object.values(cases);
    const seen = {
      codes: new Set(all.map((one) => one.code)),
      exits: new Set(all.map((one) => one.exit)),
    };
    assert.deepEqual(
      Object.keys(errorCodes).filter((one) => !seen.codes.has(one)),
      [],
    );
    assert.deepEqual(
      Object.keys(exitCodes).filter((one) => one !== 'ok' && !seen.exits.has(one as 'failed')),
      [],
    );
  });

  test('people see the id of a request only if the service has failed', async () => {
    const fault = await runCase(cases['a fault of the service'] as Case, false);
    assert.match(fault.err, new RegExp(`Request id: ${ID}`));
    const unknown = await runCase(cases['an unknown record'] as Case, false);
    assert.doesNotMatch(unknown.err, new RegExp(ID));
    const interrupted = await runCase(cases['an interruption'] as Case, false);
    assert.equal(interrupted.err, '');
  });

  test('the body of an error is printed by `api` as that of a success is', async () => {
    const { out } = await runCase({ ...(cases['an unknown path'] as Case) }, false);
    assert.equal((JSON.parse(out) as { code: string }).code, 'not_found');
  });
});
