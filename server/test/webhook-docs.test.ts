// docs/webhooks.md and docs/webhooks-inbound.md as their readers use them: the snippets run, the receiver verifies a
// real delivery, the sender opens an incident.
import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { serviceSignature, standardSignature } from '../src/webhooks/signing.ts';
import { type Instance, startInstance } from './support/harness.ts';
import { freePort, until } from './support/processes.ts';

const read = (name: string): string =>
  readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');
const document = read('webhooks.md');
const blocks = (mark: string, text = document): string[] =>
  [...text.matchAll(new RegExp(`<!-- ${mark} -->\\s+\`\`\`\\w+\\n([\\s\\S]*?)\\n\`\`\``, 'g'))].map(
    (match) => match[1] ?? '',
  );
const vector = Object.fromEntries(
  [...document.matchAll(/^\| `([A-Z]+)` *\| `(.*)` *\|$/gm)].map((match) => [match[1], match[2]]),
) as Record<string, string>;

/** Runs commands as a reader would paste them, against this instance. */
async function paste(instance: Instance, script: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euc', script.replaceAll('http://localhost:8080', instance.url)],
    { env: { PATH: process.env['PATH'], TOKEN: await instance.tokenFor('itsm_manager') } },
  );
  return stdout;
}

const flags = { node: '-e', python3: '-c', bash: '-c' };

describe('docs/webhooks.md', () => {
  const { SECRET = '', BODY = '', ID = '', TIMESTAMP = '' } = vector;

  test('its test vector is what we sign', () => {
    assert.equal(vector['SIGNATURE'], serviceSignature(SECRET, Buffer.from(BODY)));
    const standard = standardSignature(SECRET, ID, Number(TIMESTAMP), Buffer.from(BODY));
    assert.equal(vector['STANDARD'], standard);
  });

  for (const [program, flag] of Object.entries(flags)) {
    test(`its lines of ${program} find a good signature good and a bad one bad`, async () => {
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

  test('its receiver verifies what an instance sends', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-receiver-'));
    const [command = ''] = /openssl req[\s\S]*?cert\.pem/.exec(document) ?? [];
    execFileSync('bash', ['-c', command], { cwd: folder, stdio: 'pipe' });
    writeFileSync(join(folder, 'receiver.mjs'), blocks('receiver')[0] ?? '');
    const instance = await startInstance({
      worker: true,
      env: { EGRESS_ALLOW: 'localhost', EGRESS_CA_FILE: join(folder, 'cert.pem') },
    });
    const port = await freePort();
    const [make = ''] = blocks('run');
    const script = `${make.replace('localhost:8443', `localhost:${port}`)}\necho "$ID $SECRET"`;
    const [id, secret] = (await paste(instance, script)).trim().split(' ');
    const env = { PATH: process.env['PATH'], SECRET: secret, PORT: port };
    const receiver = spawn('node', ['receiver.mjs'], { cwd: folder, env });
    let output = '';
    receiver.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    try {
      await until('listening', () => output.includes('listening'));
      const { body } = await instance.call('POST', `/webhooks/outbound/${id}/test`);
      assert.equal(body.delivered, true, body.attempt.error);
      await instance.call('POST', '/incidents', { body: { short_description: 'Größe' } });
      await until('a delivery', () => output.includes('Größe'));
      assert.equal(output.match(/^verified/gm)?.length, 2, output);
    } finally {
      receiver.kill();
      await instance.stop();
    }
  });
});

describe('docs/webhooks-inbound.md', () => {
  test('its commands open an incident, and a preview says what is missing', async () => {
    const instance = await startInstance();
    try {
      const commands = blocks('run', read('webhooks-inbound.md')).join('\n');
      const [opened = '', preview = ''] = (await paste(instance, commands)).trim().split('\n');
      const { status, incident_id } = JSON.parse(opened);
      assert.equal(status, 'created');
      const { body } = await instance.call('GET', `/incidents/${incident_id}`);
      assert.deepEqual(
        [body.short_description, body.priority],
        ['checkout: answers 502', 'P1'],
        'as the templates say',
      );
      assert.ok(read('webhooks-inbound.md').includes(JSON.parse(preview).warnings[0].message));
    } finally {
      await instance.stop();
    }
  });
});
