// `main.ts doctor` gives advice on a sound instance and on several mistakes at once. The instance is in this process:
// only its addresses and its database matter.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { backupFinding } from '../src/doctor/doctor.backups.ts';
import { hostsFinding } from '../src/doctor/doctor.hosts.ts';
import { besidePool, connectionsOf } from '../src/doctor/connections.ts';
import { connectionNames } from '../src/platform/postgres/login.ts';
import { addJob } from '../src/platform/background/jobs.ts';
import { MAIL_JOB } from '../src/notifications/mails/mails.sql.ts';
import { cloneDatabase, type Scratch } from './support/databases.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { type Mailbox, startMailbox } from './support/mailboxes.ts';
import { freePort } from './support/ports.ts';
import { waitForExit, killRest, ownEnvironment, run, until } from './support/processes.ts';
import { ScriptedPostgres } from './support/scripted-postgres.ts';
import { StreamClient } from './support/stream-client.ts';

describe('The doctor', () => {
  let scratch: Scratch;
  let instance: Instance;
  let mailbox: Mailbox;
  let env: Record<string, string>;

  before(async () => {
    scratch = await cloneDatabase();
    mailbox = await startMailbox();
    const own = await ownEnvironment(scratch);
    env = {
      ...own,
      BASE_URL: `http://127.0.0.1:${own.PORT}`,
      AUTH_URL: `http://127.0.0.1:${own.AUTH_PORT}`,
      SMTP_URL: mailbox.url,
      VALKEY_URL: process.env['VALKEY_URL'] ?? '',
      INSTANCE_NAME: scratch.url.slice(-12),
    };
    const port = Number(own.PORT);
    instance = await startInstance({ database: scratch.url, worker: 'later', port, env });
  });
  after(async () => {
    await killRest();
    await instance.stop();
    await mailbox.stop();
    await scratch.drop();
  });

  /** Counts the connections of this instance by purpose. */
  const countConnections = async (): Promise<Record<string, number>> => {
    const rows = await instance.sql(
      `select application_name as name, count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'signalbox%' group by 1`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  const mostOf = (command: Parameters<typeof besidePool>[0]) => ({
    signalbox: instance.deps.config.DATABASE_POOL,
    ...Object.fromEntries(
      Object.entries(besidePool(command))
        .filter(([, count]) => count > 0)
        .map(([purpose, count]) => [
          connectionNames[purpose as keyof typeof connectionNames],
          count,
        ]),
    ),
  });
  /** Uses every pool to its limit. */
  const saturate = () => {
    const { db, probe } = instance.deps;
    const wait = sql`select pg_sleep(0.2)`;
    return Promise.all([
      ...Array.from({ length: 20 }, () => wait.execute(db)),
      ...[1, 2].map(() => wait.execute(probe)),
    ]);
  };
  /** Returns the counts if they are at least those of the goal. */
  const countsReaching = async (goal: Record<string, number>) => {
    const now = await countConnections();
    return Object.entries(goal).every(([name, count]) => (now[name] ?? 0) >= count) && now;
  };

  test('a busy process opens as many connections as the doctor counts', async () => {
    const { deps } = instance;
    const stream = await StreamClient.open(instance.url, {
      token: await instance.tokenFor('itsm_manager'),
    });
    const ofApi = await until('an API that is busy has all of them', async () => {
      await saturate();
      return countsReaching(mostOf('api'));
    });
    assert.deepEqual(ofApi, mostOf('api'));
    await instance.startWorker();
    const goal = mostOf('start');
    const ofAll = await until('a worker that is busy has all of them', async () => {
      await deps.db.transaction().execute(async (tx) => {
        for (let n = 0; n < 50; n += 1)
          await addJob(tx, MAIL_JOB, { mail_id: '00000000-0000-0000-0000-000000000000' });
      });
      const idle = sql`select pg_sleep(0.2)`;
      await Promise.all([saturate(), ...[1, 2, 3, 4].map(() => idle.execute(deps.maintenance))]);
      return countsReaching(goal);
    });
    assert.deepEqual(ofAll, goal);
    const total = Object.values(goal).reduce((sum, one) => sum + one, 0);
    assert.equal(total, connectionsOf('start', deps.config.DATABASE_POOL));
    stream.destroy();
  });

  test('the doctor counts the connections that the documentation names', () => {
    const text = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const [, ...row] = /^\| At most, with a pool of 8 .*$/m.exec(text)?.[0].match(/\d+/g) ?? [];
    const commands = ['api', 'auth', 'worker', 'start'] as const;
    assert.deepEqual(
      row.map(Number),
      commands.map((command) => connectionsOf(command, 8)),
    );
  });

  /** Returns the status of each check by name, and the advice below it. */
  const read = (output: string) => {
    const found: Record<string, { status: string; advice: string }> = {};
    let last = { status: '', advice: '' };
    for (const line of output.split('\n')) {
      const [, status = '', name = ''] =
        /^(ok|warning|FAILED|skipped) +([a-z]+) +\S/.exec(line) ?? [];
      if (name) found[name] = last = { status, advice: '' };
      else if (line.includes('→ ')) last.advice = line.trim();
    }
    return found;
  };

  test('no check fails on a sound instance, and the doctor exits with 0', async () => {
    const { code, output } = await waitForExit(run(['doctor'], env));
    assert.match(output, /^Nothing failed\.$/m, output);
    assert.equal(code, 0);
    const found = read(output);
    // The tests' own PostgreSQL runs without fsync.
    delete found['database'];
    assert.deepEqual(
      Object.entries(found).filter(([, { status }]) => status !== 'ok'),
      [],
      output,
    );
  });

  test('a backup that is older than 26 hours is reported with its age', async () => {
    await instance.sql(`insert into backups values ('dump', now() - interval '30 hours')`);
    const finding = await backupFinding(instance.deps);
    await instance.sql('delete from backups');
    assert.equal(finding.detail, 'the last backup (dump) finished 30.0 hours ago.');
    assert.match(finding.advice ?? '', /admin backup-taken/);
  });

  test('each host of the database is reported with its role', async () => {
    const { host: own, pathname, username, password } = new URL(scratch.url);
    const standby = await ScriptedPostgres.start('standby');
    const dead = await freePort();
    const find = (...hosts: string[]) => {
      const DATABASE_URL = `postgres://${username}:${password}@${hosts.join()}${pathname}?target_session_attrs=read-write`;
      return hostsFinding({ config: { ...instance.deps.config, DATABASE_URL } });
    };
    const sound = await find(own, `127.0.0.1:${standby.port}`);
    const lost = await find(own, `127.0.0.1:${dead}`);
    // The same PostgreSQL stands for two that accept writes.
    const split = await find(own, own);
    const none = await find(`127.0.0.1:${standby.port}`, `127.0.0.1:${dead}`);
    standby.close();
    assert.deepEqual(sound, {
      status: 'ok',
      detail: `${own} is the primary on timeline 1, 127.0.0.1:${standby.port} is a standby`,
    });
    assert.match(lost.detail, new RegExp(`127.0.0.1:${dead} cannot be used \\(.*ECONNREFUSED`));
    assert.match(lost.advice ?? '', /Start the host that is away/);
    assert.match(split.advice ?? '', /Stop the host with the lower timeline/);
    assert.match(none.advice ?? '', /promote a standby/);
    assert.deepEqual(
      [lost, split, none].map(({ status }) => status),
      ['warning', 'failed', 'failed'],
    );
  });

  test('each mistake is reported with advice, and the doctor exits with 1', async () => {
    const dead = await freePort();
    const { code, output } = await waitForExit(
      run(['doctor'], {
        ...env,
        ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
        SMTP_URL: `smtp://user:hunter2@127.0.0.1:${dead}`,
        VALKEY_URL: `redis://127.0.0.1:${dead}`,
        BASE_URL: `http://127.0.0.1:${dead}`,
        AUTH_URL: `http://localhost:${env['AUTH_PORT']}`,
        DATABASE_POOL: '200',
      }),
    );
    const found = read(output);
    const expected = {
      encryption: ['FAILED', /admin rekey/],
      mail: ['FAILED', /SMTP_URL/],
      valkey: ['FAILED', /VALKEY_URL/],
      api: ['FAILED', /BASE_URL/],
      provider: ['FAILED', /AUTH_URL/],
      connections: ['warning', /max_connections/],
    } as const;
    for (const [name, [status, advice]] of Object.entries(expected)) {
      assert.equal(found[name]?.status, status, `${name} in\n${output}`);
      assert.match(found[name]?.advice ?? '', advice);
    }
    assert.deepEqual([found['migrations']?.status, code], ['ok', 1]);
    assert.doesNotMatch(output, /hunter2/, 'no password in the output');
  });

  test('a database that refuses connections is reported once, with advice', async () => {
    const url = new URL(scratch.url);
    url.password = 'wrong';
    const wrong = read(
      (await waitForExit(run(['doctor'], { ...env, DATABASE_URL: url.href }))).output,
    );
    assert.match(wrong['pooler']?.advice ?? '', /Correct the password/);
    assert.match(wrong['database']?.advice ?? '', /failures above/);
  });
});
