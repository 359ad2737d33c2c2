// The samples of the OpenAPI document work as a reader pastes them: those of the SDK compile together, and a shell gives
// curl the request of the operation.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { getRequired, operationsOf } from '../../../tools/sdk.document.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

const document = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'));

interface Sample {
  label: string;
  source: string;
}

const operations = operationsOf(document).map((one) => {
  const { 'x-codeSamples': samples } = one.operation as unknown as { 'x-codeSamples': Sample[] };
  const sources = Object.fromEntries(samples.map(({ label, source }) => [label, source]));
  return { ...one, curl: getRequired(sources, 'curl'), sdk: getRequired(sources, 'SDK') };
});

/** Each sample becomes a function; a sample that is wrong on purpose shows that the compiler sees their types. */
function programOf(samples: readonly string[]): string {
  const [, head = ''] = /^(import .*\n)/.exec(samples[0] ?? '') ?? [];
  const bodies = samples.map((sample) => sample.slice(head.length).trim());
  const wrong = `// @ts-expect-error -- the field does not exist
  await new Signalbox({ baseUrl: '', apiKey: '' }).incidents.create({ colour: 'red' });`;
  return `${head}${[...bodies, wrong]
    .map((body, index) => `export async function sample${index}() {\n  ${body}\n}\n`)
    .join('')}`;
}

/** Returns the arguments that the shell would give to curl, for each sample. */
async function argumentsOf(samples: readonly string[]): Promise<string[][]> {
  const END = '\u0001';
  const fake = `curl() { printf '%s\\0' "$@"; printf '${END}'; }`;
  const { stdout } = await run('bash', ['-euc', [fake, 'TOKEN=t', ...samples].join('\n')]);
  return stdout
    .split(END)
    .slice(0, -1)
    .map((args) => args.split('\0').slice(0, -1));
}

/** Reads the arguments as curl does. */
function requestOf(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      request: { type: 'string', short: 'X' },
      header: { type: 'string', short: 'H', multiple: true, default: [] },
      data: { type: 'string', short: 'd' },
      'data-binary': { type: 'string' },
      'no-buffer': { type: 'boolean', short: 'N' },
      'remote-name': { type: 'boolean', short: 'O' },
      'remote-header-name': { type: 'boolean', short: 'J' },
    },
  });
  const { request, header, data, 'data-binary': file } = values;
  assert.equal(positionals.length, 1, args.join(' '));
  return {
    method: request ?? (data === undefined && file === undefined ? 'GET' : 'POST'),
    url: new URL(positionals[0] ?? ''),
    headers: new Headers(header.map((line) => line.split(': ', 2) as [string, string])),
    body: data === undefined ? undefined : (JSON.parse(data) as unknown),
    file,
  };
}

describe('Samples of the OpenAPI document', () => {
  test('the samples for the SDK compile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-samples-'));
    try {
      writeFileSync(join(folder, 'samples.ts'), programOf(operations.map(({ sdk }) => sdk)));
      const compilerOptions = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom', 'dom.asynciterable'],
        types: [],
        exactOptionalPropertyTypes: true,
        allowImportingTsExtensions: true,
        paths: { '@signalbox/sdk': [join(root, 'sdk/src/index.ts')] },
      };
      const config = { compilerOptions, files: ['samples.ts'] };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
      const tsc = join(root, 'node_modules/.bin/tsc');
      const { stdout } = await run(tsc, ['-p', folder]).catch((error: { stdout: string }) => error);
      assert.equal(stdout, '');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('a shell gives curl the method, the path, the token and the body of each operation', async () => {
    const given = await argumentsOf(operations.map(({ curl }) => curl));
    assert.equal(given.length, operations.length);
    for (const [index, one] of operations.entries()) {
      const { method, url, headers, body, file } = requestOf(given[index] ?? []);
      const { requestBody, security } = one.operation;
      const template = new RegExp(`^/prod/api/v1${one.path.replaceAll(/\{\w+\}/g, '[^/{}]+')}$`);
      assert.equal(method, one.method, one.id);
      assert.match(url.pathname, template, one.id);
      assert.equal(headers.get('authorization'), security?.length ? 'Bearer t' : null, one.id);
      const content = (requestBody?.content ?? {}) as Record<string, { example?: unknown }>;
      const [mediaType = null] = Object.keys(content);
      assert.deepEqual(body, content['application/json']?.example, one.id);
      assert.equal(file, mediaType === 'message/rfc822' ? '@mail.eml' : undefined, one.id);
      const isSent = body !== undefined || file !== undefined;
      assert.equal(headers.get('content-type'), isSent ? mediaType : null, one.id);
      for (const { name, required, in: place } of one.parameters)
        if (place === 'query' && required) assert.ok(url.searchParams.get(name), one.id);
    }
  });

  test('every parameter that a sample needs has an example', () => {
    for (const { id, parameters } of operations)
      for (const { name, in: place, required, schema } of parameters)
        if (required && place !== 'header')
          assert.notEqual((schema as { example?: unknown }).example, undefined, `${id}: ${name}`);
  });
});
