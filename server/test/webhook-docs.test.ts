// docs/tutorials/receive-events.md and docs/reference/webhooks-outbound.md work for their readers: the snippets run,
// and the receiver verifies a real delivery.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { commandsOf } from '../../tools/docs.commands.ts';
import { serviceSignature, standardSignature } from '../src/webhooks/signing.ts';
import { startInstance } from './support/harness.ts';
import { freePort } from './support/ports.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const document = read('reference/webhooks-outbound.md');
const tutorial = read('tutorials/receive-events.md');
const blocks = (mark: string, text = document): string[] =>
  [
    ...text.matchAll(new RegExp(`<!-- ${mark} -->\\s+\`\`\`[^\\n]+\\n([\\s\\S]*?)\\n\`\`\``, 'g')),
  ].map((match) => match[1] ?? '');
const vector = Object.fromEntries(
  [...document.matchAll(/^\| `([A-Z]+)` *\| `(.*)` *\|$/gm)].map((match) => [match[1], match[2]]),
) as Record<string, string>;

const flags = { node: '-e', python3: '-c', bash: '-c' };

describe('docs/reference/webhooks-outbound.md', () => {
  const { SECRET = '', BODY = '', ID = '', TIMESTAMP = '' } = vector;

  test('the commands of the page are the snippets that are verified', () => {
    assert.deepEqual(commandsOf(document), blocks('verify bash'));
  });

  test('the test vector of the page has the signature of the service', () => {
    assert.equal(vector['SIGNATURE'], serviceSignature(SECRET, Buffer.from(BODY)));
    const standard = standardSignature(SECRET, ID, Number(TIMESTAMP), Buffer.from(BODY));
    assert.equal(vector['STANDARD'], standard);
  });

  for (const [program, flag] of Object.entries(flags)) {
    test(`the ${program} snippets accept a valid signature and reject an invalid one`, async () => {
      const snippets = blocks(`verify ${program}`);
      assert.equal(snippets.length, 2);
      const run = async (script: string, change: Record<string, string>) => {
        const env = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...vector, ...change };
        const { stdout } = await promisify(execFile)(program, [flag, script], { env });
        return stdout.trim();
      };
      for (const script of snippets) {
        assert.ok(script.split('\n').length <= 6, 'a few lines');
        assert.equal(await run(script, {}), 'good', script);
        assert.equal(await run(script, { BODY: BODY.replace('P2', 'P1') }), 'bad', script);
        assert.equal(await run(script, { SECRET: SECRET.replace('M', 'N') }), 'bad', script);
      }
    });
  }
});

/** Waits, in place of the reader's second, until the list of deliveries has this many that are delivered. */
const untilDelivered = (count: number): string =>
  `for _ in $(seq 200); do
     [ $(curl -s $API/webhooks/outbound/$ID/deliveries -H "Authorization: Bearer $TOKEN" |
       grep -o '"status":"delivered"' | wc -l) = ${count} ] && break; sleep 0.1
   done`;

describe('docs/tutorials/receive-events.md', () => {
  test('the commands of the tutorial deliver a test and a real event to its receiver, which verifies both', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-receiver-'));
    const port = await freePort();
    const step = (name?: string): string =>
      commandsOf(tutorial, name)
        .join('\n')
        .replaceAll('/tmp/receiver', folder)
        .replaceAll('localhost:8443', `localhost:${port}`);
    await promisify(execFile)('bash', ['-euc', step('certificate')]);
    writeFileSync(join(folder, 'receiver.mjs'), blocks('receiver', tutorial)[0] ?? '');

    // The words before `npm start` are the environment of the instance.
    const [, ...given] = /^(\w+)=(\S+) (\w+)=(\S+) npm start$/.exec(step('start')) ?? [];
    const [allow = '', host = '', authority = '', file = ''] = given;
    const instance = await startInstance({
      worker: true,
      env: { [allow]: host, [authority]: file },
    });
    try {
      const script = [
        step(),
        step('receiver'),
        'trap "kill %1" EXIT',
        `until curl -so /dev/null --cacert cert.pem https://localhost:${port}; do sleep 0.1; done`,
        step('test'),
        ...['Checkout answers 502', 'Größe'].map((text, index) =>
          step('event')
            .replace('Checkout answers 502', text)
            .replace('sleep 1', untilDelivered(index + 1)),
        ),
      ].join('\n');
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-euc', script.replaceAll('http://localhost:8080', instance.url)],
        {
          cwd: folder,
          env: {
            PATH: process.env['PATH'],
            PORT: port,
            TOKEN: await instance.tokenFor('itsm_manager'),
          },
        },
      );
      assert.match(stdout, /^\{"delivered":true/m);
      assert.equal(stdout.match(/^verified/gm)?.length, 3, stdout);
      assert.match(stdout, /^verified .*"event":"incident.created".*Größe/m);
      assert.match(stdout, /"status":"delivered","last_status":204/);
    } finally {
      await instance.stop();
    }
  });
});
