// Redocly finds no error and no warning in the OpenAPI document.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventNames } from '../../src/events/index.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

interface Finding {
  ruleId: string;
  location: { pointer?: string }[];
}

/** The environment keeps the program from sending telemetry and from asking for updates. */
async function lint(file: string): Promise<string[]> {
  const program = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
  const args = ['lint', file, '--config', join(root, 'redocly.yaml'), '--format=json'];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], {
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  }).catch((error: { stdout: string }) => error);
  const { problems } = JSON.parse(stdout) as { problems: Finding[] };
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`);
}

// The program takes seconds, so one run shows both: it finds the planted error, and nothing else.
test('Redocly finds nothing in openapi.json but an operation whose security the test has removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-redocly-'));
  try {
    const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
    delete document.paths['/incidents'].get.security;
    const file = join(folder, 'openapi.json');
    writeFileSync(file, JSON.stringify(document));
    assert.deepEqual(await lint(file), ['security-defined #/paths/~1incidents/get']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the OpenAPI document has an example of the body of every event type', () => {
  const { webhooks } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));
  const examples = Object.entries<any>(webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody.content['application/json'];
    return [type, schema.properties.event.const, example.event];
  });
  assert.deepEqual(
    examples,
    eventNames.map((type) => [type, type, type]),
  );
});
