// The package as it is published: packed, installed in an empty project, and run by Node 20, Node 24 and Chromium.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { type Instance, startInstance } from '../../../server/test/support/harness.ts';
import { CHROMIUM, FLAGS } from '../../../server/test/security/identity/pages.ts';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('../../', import.meta.url));
const TSC = fileURLToPath(new URL('../node_modules/.bin/tsc', `file://${sdk}`));
const types = fileURLToPath(new URL('types.ts', import.meta.url));
const program = fileURLToPath(new URL('program.mjs', import.meta.url));
/** The oldest release that the package supports, where the machine has one. */
const NODE_20 = process.env['NODE_20'] ?? '/usr/bin/node';

const expected = {
  isListed: true,
  isStreamed: true,
  hasMetadata: true,
  file: 'hello',
  error: 412,
  unwrapped: 'x',
};

/** Serves the files of a folder. */
async function serve(folder: string) {
  const server = createServer((request, response) => {
    const path = join(folder, new URL(request.url ?? '/', 'http://x').pathname);
    if (!path.startsWith(folder) || !/\.(m?js|html)$/.test(path) || !existsSync(path))
      return void response.writeHead(404).end();
    const type = path.endsWith('.html') ? 'text/html' : 'text/javascript';
    return void response.writeHead(200, { 'content-type': type }).end(readFileSync(path));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('The package', () => {
  let instance: Instance;
  let project: string;
  let options: { baseUrl: string; token: string };
  before(async () => {
    // Scripts of the same host may read its responses, whatever the port.
    instance = await startInstance({ env: { BASE_URL: 'http://127.0.0.1' } });
    options = { baseUrl: instance.url, token: await instance.tokenFor('agent') };
    project = mkdtempSync(join(tmpdir(), 'signalbox-sdk-'));
    const copy = join(project, 'copy');
    for (const path of ['package.json', 'LICENSE', 'README.md'])
      cpSync(join(sdk, path), join(copy, path));
    await run(TSC, ['-p', join(sdk, 'tsconfig.build.json'), '--outDir', join(copy, 'dist')]);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], {
      cwd: copy,
    });
    const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], {
      cwd: project,
    });
    cpSync(program, join(project, 'program.mjs'));
    writeFileSync(
      join(project, 'main.mjs'),
      `import * as sdk from '@signalbox/sdk';
import { exercise } from './program.mjs';
console.log(JSON.stringify(await exercise(sdk, JSON.parse(process.argv[2]))));`,
    );
  });
  after(async () => {
    rmSync(project, { recursive: true });
    await instance.stop();
  });

  const runWith = async (node: string) => {
    const { stdout } = await run(node, ['main.mjs', JSON.stringify(options)], { cwd: project });
    return JSON.parse(stdout) as unknown;
  };

  test('has the compiled files, their types, the licence and the README, and nothing else', () => {
    const root = join(project, 'node_modules/@signalbox/sdk');
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    for (const path of ['dist/index.js', 'dist/index.d.ts', 'LICENSE', 'README.md'])
      assert.ok(existsSync(join(root, path)), path);
    for (const path of ['src', 'test', 'tsconfig.build.json'])
      assert.ok(!existsSync(join(root, path)), path);
    assert.doesNotMatch(readFileSync(join(root, 'dist/index.js'), 'utf8'), /\.ts'/);
  });

  test('its types refuse a wrong state, filter or field, without the types of Node', async () => {
    cpSync(types, join(project, 'types.ts'));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      lib: ['es2022', 'dom'],
      types: [],
    };
    const config = { compilerOptions, files: ['types.ts'] };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = await run(TSC, ['-p', project]).catch((error: { stdout: string }) => error);
    assert.equal(stdout, '');
  });

  test('works in Node 24', async () => {
    assert.deepEqual(await runWith(process.execPath), expected);
  });

  test('works in Node 20', async (t) => {
    const { stdout: version } = await run(NODE_20, ['--version']).catch(() => ({ stdout: 'none' }));
    if (!version.startsWith('v20.')) return t.skip(`${NODE_20} is ${version.trim()}, not Node 20`);
    assert.deepEqual(await runWith(NODE_20), expected);
  });

  test('works in Chromium', { skip: !existsSync(CHROMIUM) && 'no Chromium' }, async () => {
    mkdirSync(join(project, 'page'));
    writeFileSync(join(project, 'page/index.html'), '<!doctype html><title>SDK</title>');
    const site = await serve(project);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    try {
      const page = await browser.newPage();
      await page.goto(`${site.url}/page/index.html`);
      const seen = await page.evaluate(`(async () => {
        const sdk = await import('/node_modules/@signalbox/sdk/dist/index.js');
        const { exercise } = await import('/program.mjs');
        return exercise(sdk, ${JSON.stringify(options)});
      })()`);
      assert.deepEqual(seen, expected);
    } finally {
      await browser.close();
      site.close();
    }
  });
});
