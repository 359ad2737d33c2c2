// An operator can rely on commands, messages, one log line per request, and an orderly stop.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import pg from 'pg';
import { cloneDatabase, type Scratch } from './support/databases.ts';
import { startIssuer } from './support/harness.ts';
import { freePort } from './support/ports.ts';
import {
  byNpmStart,
  waitForExit,
  waitForStart,
  killRest,
  ownEnvironment,
  run,
  tokenFor,
  until,
} from './support/processes.ts';
import { OWN_LOCKS } from './support/locks.ts';

describe('The process', () => {
  let scratch: Scratch;
  let env: Record<string, string>;
  before(async () => {
    scratch = await cloneDatabase();
    env = await ownEnvironment(scratch);
  });
  // The processes share their ports: one that a failed test left would answer the next.
  afterEach(killRest);
  after(() => scratch.drop());

  /** Probes like the health check of a container: on every interface, and with none of the other variables. */
  const probe = async (...words: string[]) => {
    const { AUTH_PORT = '' } = env;
    const { code, output } = await waitForExit(
      run(['probe', ...words], { AUTH_PORT, BIND: '0.0.0.0' }),
    );
    return { code, status: (JSON.parse(output) as { status: string }).status };
  };

  test('a process without configuration names every missing variable and exits with 1', async () => {
    const { code, output } = await waitForExit(run(['api'], {}));
    assert.equal(code, 1);
    assert.match(output, /DATABASE_URL is required/);
    assert.match(output, /ENCRYPTION_KEY is required/);
    assert.doesNotMatch(output, /at .*main\.ts/, 'no stack for what a person can mend');
  });

  test('an unknown command prints the usage and exits with 2', async () => {
    const { code, output } = await waitForExit(run(['fly'], {}));
    assert.deepEqual([code, output.includes('admin client create')], [2, true]);
    assert.match(output, /There is no command `fly`/);
  });

  test('the process serves requests, logs one line for each even if the caller disconnects, counts them, and stops gracefully', async () => {
    const server = run(['start'], env);
    await waitForStart(server);
    const made = await waitForExit(
      run('admin client create --name Dev --role agent --email dev@example.com'.split(' '), env),
    );
    const [, id = '', secret = ''] =
      /^client_id (\S+)\nclient_secret (\S+)$/m.exec(made.output) ?? [];
    const token = await tokenFor(env, id, secret);
    const call = (method: string, path: string, body?: object) =>
      fetch(`http://127.0.0.1:${env['PORT']}/prod/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'x-request-id': 'process-test',
          traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const created = await call('POST', '/incidents', { short_description: 'hush-hush title' });
    assert.equal(created.status, 201);
    const incident = (await created.json()) as { id: string };

    const done = await until('its log line', () =>
      server.lines().find((line) => line['request_id'] === 'process-test'),
    );
    const { time: _t, ms: _m, ...line } = done;
    assert.deepEqual(line, {
      level: 30,
      service: 'signalbox',
      request_id: 'process-test',
      trace_id: '0af7651916cd43dd8448eb211c80319c',
      method: 'POST',
      route: '/prod/api/incidents',
      path: '/prod/api/incidents',
      status: 201,
      actor: 'dev@example.com',
      msg: 'request.completed',
    });
    assert.equal(server.output().includes(token), false, 'no token in the log');

    const address = `wh_in_${'5f0c3b1e'.repeat(4)}`;
    const requests: [method: string, path: string][] = [
      ['GET', `/webhooks/inbound/${address}`],
      ['GET', `/webhooks/inbound/${address}/nothing`],
      ['PUT', `/webhooks/inbound/${address}`],
      ['POST', `/webhooks/inbound/${address}`],
      ['GET', `/webhooks/inbound/%77h_in%5F${address.slice(6)}/nothing`],
    ];
    const replies = await Promise.all(requests.map(([method, path]) => call(method, path)));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [404, 404, 405, 401, 404],
    );
    const masked = await until('their log lines', () => {
      const lines = server.lines().filter(({ path }) => String(path).includes('wh_in_***'));
      return lines.length === requests.length && lines;
    });
    assert.equal(masked.length, requests.length);
    assert.equal(server.output().includes(address.slice(6)), false, 'no address in the log');
    assert.equal(server.output().includes('hush-hush'), false, 'no content in the log');
    assert.equal(server.output().includes(secret), false, 'no secret in the log');

    const metrics = await (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)).text();
    assert.match(metrics, /^signalbox_build_info\{version="[^"]+",command="start"\} 1$/m);
    assert.match(
      metrics,
      /signalbox_http_request_seconds_count\{method="POST",route="\/prod\/api\/incidents",status="201"\} 1/,
    );

    for (const part of [
      'server',
      'replication',
      'partitions',
      'deliveries',
      'jobs',
      'sla',
      'mails',
    ])
      assert.ok(metrics.includes(`signalbox_measured{part="${part}"} 1\n`), part);
    assert.match(metrics, /^signalbox_database_months_ahead 3$/m);

    const client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
    const hasWaiting = async () => {
      const { rows } = await client.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows.length > 0;
    };
    const lineOf = (request_id: string) =>
      server.lines().filter((one) => one['request_id'] === request_id);

    // A caller who hangs up while its request waits for a lock leaves one line like any other.
    await client.query('begin');
    await client.query('select from incidents where id = $1 for update', [incident.id]);
    const path = `/prod/api/incidents/${incident.id}`;
    const socket = connect(Number(env['PORT']), '127.0.0.1');
    const body = '{"category":"unheard"}';
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: hung-up-test\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until('the write waits', hasWaiting);
    socket.destroy();
    await until('its log line', () => lineOf('hung-up-test').length > 0);
    await client.query('commit');
    await until('the write ends', async () => !(await hasWaiting()));
    await call('GET', `/incidents/${incident.id}`);
    const hungUp = lineOf('hung-up-test').map(({ time: _time, ms: _ms, ...rest }) => rest);
    assert.deepEqual(hungUp, [
      {
        level: 30,
        service: 'signalbox',
        request_id: 'hung-up-test',
        method: 'PATCH',
        route: '/prod/api/incidents/:id',
        path,
        status: 499,
        aborted: true,
        actor: 'dev@example.com',
        msg: 'request.completed',
      },
    ]);
    assert.match(
      await (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)).text(),
      /_seconds_count\{method="PATCH",route="\/prod\/api\/incidents\/:id",status="499"\} 1/,
    );

    // A caller who hangs up while its body arrives leaves one line, too, whether the connection is reset or not.
    for (const end of ['destroy', 'resetAndDestroy'] as const) {
      const sender = connect(Number(env['PORT']), '127.0.0.1');
      sender.write(
        `PATCH ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: cut-${end}\r\n` +
          `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{"cat`,
      );
      // The headers have been read once it may continue.
      await once(sender, 'data');
      sender[end]();
      await until('its log line', () => lineOf(`cut-${end}`).length > 0);
      const lines = lineOf(`cut-${end}`);
      assert.deepEqual(
        lines.map(({ msg, status, aborted, route }) => [msg, status, aborted, route]),
        [['request.completed', 499, true, '/prod/api/incidents/:id']],
        JSON.stringify(lines),
      );
    }
    assert.ok(!server.lines().some(({ msg }) => msg === 'request.rejected'));

    // A request whose URL cannot be parsed is logged too.
    await fetch(`http://127.0.0.1:${env['PORT']}/%ff`, {
      headers: { 'x-request-id': 'bad-url-1' },
    });
    await until('its log line', () => lineOf('bad-url-1').length > 0);
    assert.deepEqual(
      lineOf('bad-url-1').map(({ status, route, msg }) => [status, route, msg]),
      [[400, 'unknown', 'request.completed']],
    );

    // A body that cannot be parsed gets its response and log line on the socket, and no second line as hung up.
    const garbled = connect(Number(env['PORT']), '127.0.0.1');
    garbled.write(
      `POST /prod/api/incidents HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nX-Request-Id: garbled-test\r\n` +
        'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n',
    );
    await new Promise((next) => setImmediate(next));
    garbled.write('no chunk\r\n');
    await once(garbled.resume(), 'close');
    await until('its log line', () =>
      server.lines().find((one) => one['msg'] === 'request.rejected'),
    );
    await call('GET', `/incidents/${incident.id}`);
    assert.deepEqual(lineOf('garbled-test'), []);

    // A write that waits for a lock is in flight when the signal comes: it is finished and gets its response.
    await client.query('begin');
    await client.query('select from incidents where id = $1 for update', [incident.id]);
    const waiting = call('PATCH', `/incidents/${incident.id}`, { category: 'late' });
    await until('the write waits', hasWaiting);
    server.process.kill('SIGTERM');
    await until('it stops taking requests', () =>
      server.lines().some((one) => one['msg'] === 'signalbox.stopping'),
    );
    await client.query('commit');
    await client.end();
    const completed = await waiting;
    assert.equal(completed.status, 200);
    const { code, signal, output } = await waitForExit(server);
    assert.deepEqual([code, signal], [0, null], output.slice(-2000));
    assert.ok(server.lines().some((one) => one['msg'] === 'signalbox.stopped'));
    const rest = output.split('\n').filter((one) => one !== '' && !one.startsWith('{'));
    assert.deepEqual(rest, [], 'without a terminal, all lines are those of the log');
  });

  const fullDisk = { skip: !existsSync('/dev/full') && 'needs /dev/full' };
  test(
    'a process whose log disk is full keeps serving, counts the lost lines, and stops gracefully',
    fullDisk,
    async () => {
      const server = run(['auth'], env, '/dev/full');
      const ended = once(server.process, 'close');
      const get = async (port: string | undefined, path: string) => {
        const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
        return response?.ok ? response.text() : undefined;
      };
      await until('it serves', () => get(env['AUTH_PORT'], '/readyz'));
      assert.ok(await get(env['AUTH_PORT'], '/jwks'));
      const metrics = (await get(env['METRICS_PORT'], '/metrics')) ?? '';
      const [, dropped] = /^signalbox_log_lines_dropped_total (\d+)$/m.exec(metrics) ?? [];
      assert.ok(Number(dropped) >= 2, `${dropped} lines`);
      server.process.kill('SIGTERM');
      assert.deepEqual(await ended, [0, null]);
    },
  );

  const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };

  test('all taken ports of a command are named before it uses the database, with a line to paste that names free ones', async (t) => {
    const blocked = ['AUTH_PORT', 'METRICS_PORT'];
    const blockers = blocked.map((name) => createServer().listen(Number(env[name]), '127.0.0.1'));
    t.after(() => blockers.map((blocker) => blocker.close()));
    await Promise.all(blockers.map((blocker) => once(blocker, 'listening')));
    const portsOf = {
      start: ['PORT', 'AUTH_PORT', 'METRICS_PORT'],
      api: ['PORT', 'METRICS_PORT'],
      auth: ['AUTH_PORT', 'METRICS_PORT'],
      worker: ['METRICS_PORT'],
    };
    const check = async ([command, ports]: [string, string[]]) => {
      const { code, output } = await waitForExit(
        run([command], { ...env, ...unreachable, ...byNpmStart }),
      );
      const taken = ports.filter((name) => blocked.includes(name));
      const [, faults = '', line = ''] =
        /^([^]*)\nUse other ports, for example:\n\n(.*) npm start$/.exec(output.trim()) ?? [];
      assert.equal(
        faults,
        taken.map((name) => `Port ${env[name]} (${name}) is in use by another process.`).join('\n'),
        output,
      );
      const suggested = line.split(' ').map((assignment) => assignment.split('='));
      assert.deepEqual(
        suggested.map(([name = '', port]) => [name, port === env[name]]),
        ports.map((name) => [name, !taken.includes(name)]),
      );
      assert.equal(code, 1);
    };
    // One after the other, since each checks a port by listening on it.
    for (const entry of Object.entries(portsOf)) await check(entry);
  });

  test('an unreachable database is reported in a sentence', async () => {
    const away = await waitForExit(run(['migrate'], { ...env, ...unreachable }));
    assert.deepEqual(
      [away.code, away.output.trim()],
      [
        1,
        'PostgreSQL refused the connection to DATABASE_URL. Start PostgreSQL, for example with `npm run services`, or correct host and port in DATABASE_URL.',
      ],
    );
  });

  test('auth keeps connections as long as the API, and on SIGTERM fails readiness first and serves until the drain ends', async () => {
    // The drain leaves time for three requests on any machine.
    const auth = run(['auth'], { ...env, DRAIN_SECONDS: '5' });
    await waitForStart(auth);
    const base = `http://127.0.0.1:${env['AUTH_PORT']}`;
    const ready = await fetch(`${base}/readyz`);
    assert.deepEqual([ready.status, ready.headers.get('keep-alive')], [200, 'timeout=65']);
    assert.deepEqual(await probe('ready', 'auth'), { code: 0, status: 'ok' });
    auth.process.kill('SIGTERM');
    await until('readiness fails', async () => (await fetch(`${base}/readyz`)).status === 503);
    const stopping = await fetch(`${base}/readyz`);
    assert.equal(((await stopping.json()) as { status: string }).status, 'stopping');
    const served = await fetch(`${base}/jwks`);
    assert.deepEqual([served.status, served.headers.get('connection')], [200, 'keep-alive']);
    assert.equal((await waitForExit(auth)).code, 0);
    const { code, output } = await waitForExit(run(['probe', 'live', 'auth'], env));
    assert.deepEqual(
      [code, output.trim()],
      [1, `connect ECONNREFUSED 127.0.0.1:${env['AUTH_PORT']}`],
    );
  });

  test('migrate waits for a concurrent migration without a statement that could time out, and says so', async () => {
    const client = new pg.Client({ connectionString: scratch.url });
    await client.connect();
    // A process of another release takes the lock of the migrator in this way.
    await client.query('select pg_advisory_lock(3853314791062309107)');
    const second = run(['migrate'], env);
    await until('it says that it waits', () =>
      second.lines().find((line) => line['msg'] === 'migrations.waiting'),
    );
    const { rows } = await client.query(
      `select from ${OWN_LOCKS} where locktype = 'advisory' and not granted`,
    );
    assert.equal(rows.length, 0);
    assert.equal(second.process.exitCode, null);
    await client.end();
    const { code, output } = await waitForExit(second);
    assert.equal(code, 0, output);
  });

  test('auth started without a database is alive but not ready, and has the first client once the database is reachable', async () => {
    const client = { id: 'waiting', secret: 'a-secret-that-is-long-enough-for-it' };
    const { hostname, port } = new URL(scratch.url);
    const url = new URL(scratch.url);
    url.port = await freePort();
    const auth = run(['auth'], {
      ...env,
      DATABASE_URL: url.href,
      BOOTSTRAP_CLIENT_ID: client.id,
      BOOTSTRAP_CLIENT_SECRET: client.secret,
    });
    await waitForStart(auth);
    assert.deepEqual(await probe('live', 'auth'), { code: 0, status: 'ok' });
    assert.deepEqual(await probe('ready', 'auth'), { code: 1, status: 'failed' });
    const base = `http://127.0.0.1:${env['AUTH_PORT']}`;
    assert.equal((await fetch(`${base}/jwks`)).status, 503);
    const sockets = new Set<Socket>();
    const database = createServer((near) => {
      const far = connect(Number(port), hostname);
      for (const socket of [near, far]) sockets.add(socket.on('error', () => socket.destroy()));
      near.pipe(far).pipe(near);
    }).listen(Number(url.port), '127.0.0.1');
    await until('it is ready', async () => (await fetch(`${base}/readyz`)).ok);
    assert.ok(await tokenFor(env, client.id, client.secret));
    auth.process.kill('SIGTERM');
    assert.equal((await waitForExit(auth)).code, 0);
    for (const socket of sockets) socket.destroy();
    database.close();
  });

  test('requests without a database get 503 with Retry-After, the process is not ready, and no request hangs', async () => {
    const issuer = await startIssuer(scratch.url);
    const lonely = run(['api'], {
      ...env,
      ...unreachable,
      AUTH_URL: issuer.url,
    });
    await waitForStart(lonely);
    const base = `http://127.0.0.1:${env['PORT']}`;
    assert.equal((await fetch(`${base}/livez`)).status, 200);
    assert.equal((await fetch(`${base}/readyz`)).status, 503);
    const authorization = `Bearer ${await issuer.tokenFor('agent')}`;
    const response = await fetch(`${base}/prod/api/incidents`, { headers: { authorization } });
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '1']);
    const metrics = await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`);
    assert.equal(metrics.status, 200);
    assert.match(await metrics.text(), /^signalbox_measured\{part="mails"\} 0$/m);
    lonely.process.kill('SIGTERM');
    assert.equal((await waitForExit(lonely)).code, 0);
    await issuer.stop();
  });
});
