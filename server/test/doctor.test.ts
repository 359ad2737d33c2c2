// `main.ts doctor` as an operator runs it: on a sound instance, and with several mistakes at once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cloneDatabase, type Scratch } from './support/databases.ts';
import { type Mailbox, startMailbox } from './support/mailboxes.ts';
import { freePort } from './support/ports.ts';
import { finished, hasStarted, killRest, ownEnvironment, run } from './support/processes.ts';

describe('The doctor', () => {
  let scratch: Scratch;
  let mailbox: Mailbox;
  let env: Record<string, string>;

  before(async () => {
    scratch = await cloneDatabase();
    mailbox = await startMailbox();
    env = {
      ...(await ownEnvironment(scratch)),
      SMTP_URL: mailbox.url,
      VALKEY_URL: process.env['VALKEY_URL'] ?? '',
      INSTANCE_NAME: scratch.url.slice(-12),
    };
    await hasStarted(run(['start'], env));
  });
  after(async () => {
    killRest();
    await mailbox.goAway();
    await scratch.drop();
  });

  /** Status of each check by name, and the advice below it. */
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

  test('on a sound instance nothing fails, and it exits with 0', async () => {
    const { code, output } = await finished(run(['doctor'], env));
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

  test('each mistake is named with what to do, and it exits with 1', async () => {
    const dead = await freePort();
    const { code, output } = await finished(
      run(['doctor'], {
        ...env,
        ENCRYPTION_KEY: Buffer.alloc(32, 9).toString('base64'),
        SMTP_URL: `smtp://user:hunter2@127.0.0.1:${dead}`,
        VALKEY_URL: `redis://127.0.0.1:${dead}`,
        BASE_URL: `http://127.0.0.1:${dead}`,
        AUTH_URL: `http://127.0.0.1:${env['AUTH_PORT']}`,
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
});
