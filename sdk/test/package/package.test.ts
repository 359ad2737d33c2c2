// The package is tested as people get it: installed in an empty project from a running instance, and run by Node 20,
// Node 24 and Chromium.
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
import { basename, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import type { Instance } from '../../../server/test/support/harness.ts';
import { logIn } from '../../../server/test/support/people.ts';
import { until } from '../../../server/test/support/processes.ts';
import { buildPackage } from '../../../server/test/support/sdk-package.ts';
import { integrityOf, packFolder } from '../../build.ts';
import { Signalbox, webhooks } from '../../src/index.ts';
import { startPublicInstance } from '../setup.ts';
import { exampleCommands, examplePrograms } from './examples.ts';
import { CHROMIUM, FLAGS } from '../../../server/test/support/chromium.ts';

const run = promisify(execFile);
const sdk = fileURLToPath(new URL('../../', import.meta.url));
const TSC = fileURLToPath(new URL('../node_modules/.bin/tsc', `file://${sdk}`));
const typeTests = [
  new URL('types.ts', import.meta.url),
  new URL('custom-types.ts', import.meta.url),
].map((url) => fileURLToPath(url));
const program = fileURLToPath(new URL('program.mjs', import.meta.url));
/** The package supports this release as the oldest; a machine may lack it. */
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
  let address: string;
  let printed: string;
  /** npm has an empty cache and no registry, so that only the instance can supply the package. */
  const npmEnv = () => ({
    ...process.env,
    npm_config_cache: join(project, 'cache'),
    npm_config_registry: 'http://127.0.0.1:1',
    npm_config_update_notifier: 'false',
  });
  before(async () => {
    printed = await buildPackage();
    // Scripts of the same host may read its responses, whatever the port.
    instance = await startPublicInstance({ worker: true });
    options = { baseUrl: instance.url, token: await instance.tokenFor('agent') };
    project = mkdtempSync(join(tmpdir(), 'signalbox-sdk-'));
    address = `${instance.url}/sdk.tgz`;
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }');
    await run('npm', ['install', '--no-audit', '--no-fund', address], {
      cwd: project,
      env: npmEnv(),
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

  /** Returns the errors of the compiler, with the `types` of packages that the repository has. */
  const compile = async (files: string[], kinds: string[], other = {}): Promise<string> => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      ...other,
      lib: ['es2022', 'dom', 'dom.asynciterable'],
      types: kinds,
      typeRoots: [join(sdk, '../node_modules/@types')],
      skipLibCheck: kinds.length > 0,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const { stdout } = await run(TSC, ['-p', project]).catch((error: { stdout: string }) => error);
    return stdout;
  };

  /** The key belongs to a person, since a program cannot create one. */
  const createKey = async (): Promise<string> => {
    const who = { email: 'examples@example.com', password: 'correct horse battery' };
    const body = { ...who, name: 'Pat', roles: ['agent'] };
    await instance.call('POST', '/users', { as: 'super_admin', body });
    const { AUTH_URL, BASE_URL } = instance.deps.config;
    const { access_token: token } = await logIn(AUTH_URL, BASE_URL, who);
    const { secret } = await new Signalbox({ baseUrl: instance.url, token }).apiKeys.create({
      name: 'examples',
    });
    return secret;
  };

  let key: Promise<string> | undefined;
  const keyOnce = () => (key ??= createKey());

  const commandEnv = async () => ({
    PATH: process.env['PATH'],
    HOME: project,
    SIGNALBOX_URL: instance.url,
    SIGNALBOX_API_KEY: await keyOnce(),
  });

  /** The README declares these fields, and filters by the first. */
  const defineFields = async (): Promise<void> => {
    const token = await instance.tokenFor('itsm_manager');
    const desk = new Signalbox({ baseUrl: instance.url, token });
    const { id } = await desk.fields.create({
      record_type: 'incident',
      key: 'site',
      label: 'Site',
      type: 'choice',
      choices: [
        { value: 'Munich', label: 'Munich' },
        { value: 'Zurich', label: 'Zurich' },
      ],
      filterable: true,
    });
    await desk.fields.create({
      record_type: 'incident',
      key: 'floor',
      label: 'Floor',
      type: 'integer',
    });
    await until('the index of the field', async () => {
      const { index } = await desk.fields.get(id);
      return index?.state === 'ready';
    });
  };

  const runWith = async (node: string) => {
    const { stdout } = await run(node, ['main.mjs', JSON.stringify(options)], { cwd: project });
    return JSON.parse(stdout) as unknown;
  };

  test('the package has the compiled files, their types, the licence and the README, and nothing else', () => {
    const root = join(project, 'node_modules/@signalbox/sdk');
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal(manifest.dependencies, undefined);
    assert.deepEqual(manifest.exports['.'], { types: manifest.types, default: manifest.main });
    for (const path of [manifest.main, manifest.types, 'LICENSE', 'README.md'])
      assert.ok(existsSync(join(root, path)), path);
    for (const path of ['src', 'test', 'tsconfig.build.json'])
      assert.ok(!existsSync(join(root, path)), path);
    assert.doesNotMatch(readFileSync(join(root, 'dist/index.js'), 'utf8'), /\.ts'/);
  });

  test('the integrity of the installed package is the one that `npm run sdk` prints, and that of the same files packed again', async () => {
    const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'));
    const { resolved, integrity } = lock.packages['node_modules/@signalbox/sdk'];
    assert.equal(resolved, address);
    const [, file = '', value] = /^npm install (\S+)\n\nIntegrity: (\S+)\n$/m.exec(printed) ?? [];
    assert.deepEqual([integrity, integrityOf(file)], [value, value]);
    const copy = join(project, 'copy');
    cpSync(join(project, 'node_modules/@signalbox/sdk'), copy, { recursive: true });
    await packFolder(copy, project);
    assert.equal(integrityOf(join(project, basename(file))), integrity);
  });

  test('npx runs the command from the address of the instance in an empty folder', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-npx-'));
    try {
      const env = { ...npmEnv(), ...(await commandEnv()) };
      const args = ['--yes', address, 'whoami', '--json'];
      const { stdout } = await run('npx', args, { cwd: folder, env });
      assert.equal((JSON.parse(stdout) as { email: string }).email, 'examples@example.com');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('the command of the package runs under the oldest and the newest supported Node', async (t) => {
    const env = await commandEnv();
    const command = join(project, 'node_modules/.bin/signalbox');
    for (const node of [process.execPath, NODE_20]) {
      if (!existsSync(node)) t.diagnostic(`${node} does not exist`);
      else {
        const { stdout } = await run(node, [command, 'whoami', '--json'], { env });
        assert.equal((JSON.parse(stdout) as { email: string }).email, 'examples@example.com');
      }
    }
    assert.match((await run(command, ['--version'], { env })).stdout, /^\d+\.\d+\.\d+\n$/);
  });

  test("the README's examples of the command run, except those that wait for a person or an event", async () => {
    const { body } = await instance.call('POST', '/incidents', {
      body: { short_description: 'Checkout responds 502', priority: 'P1' },
    });
    await instance.call('PATCH', `/incidents/${body.id}`, { body: { state: 'in_progress' } });
    writeFileSync(join(project, 'incidents.csv'), 'short_description,priority\nNo power,P3\n');
    const env = await commandEnv();
    const expectedOutput: Record<string, RegExp> = {
      'incidents list': new RegExp(`^${body.id} .*Checkout responds 502`, 'm'),
      'incidents update': new RegExp(body.id),
      'requests create': /^REQ\d+ .*submitted\nA second monitor$/m,
      'changes create': /^CHG\d+ .*high risk .*submitted\nUpgrade the database$/m,
      'bulk incidents.csv': /Dry run/,
      'api GET': /"data":\[/,
      'ask How do I renew the VPN certificate?': /./,
    };
    // They need a browser, or run until they are interrupted; sdk/test/cli tests them.
    const untested = new Set(['login --url', 'tail --type', 'webhooks listen']);
    for (const example of exampleCommands()) {
      const name = example.slice(0, 2).join(' ');
      if (untested.has(name)) continue;
      const args = example.map((word) => (word === 'INC0000701' ? body.id : word));
      const { stdout, stderr } = await run(
        process.execPath,
        [join(project, 'node_modules/.bin/signalbox'), ...args],
        { env, cwd: project },
      );
      assert.match(stdout + stderr, expectedOutput[name] ?? /^$/, name);
    }
  });

  test('the types of the package refuse a wrong state, filter or field, without the types of Node', async () => {
    const names = typeTests.map((path) => basename(path));
    for (const path of typeTests) cpSync(path, join(project, basename(path)));
    for (const other of [{}, { module: 'esnext', moduleResolution: 'bundler' }])
      assert.equal(await compile(names, [], other), '');
  });

  test('the examples of the README compile and run', async () => {
    const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const programs = examplePrograms({ baseUrl: instance.url, apiKey: await keyOnce(), secret });
    for (const [name, text] of Object.entries(programs)) writeFileSync(join(project, name), text);
    assert.equal(await compile(Object.keys(programs), ['node']), '');
    const signed = await webhooks.sign('{"event":"incident.created","data":{}}', secret, {
      id: '1',
    });
    writeFileSync(
      join(project, 'examples.mjs'),
      `const names = ${JSON.stringify(Object.keys(programs))};
for (const name of names) {
  const { receive } = await import('./' + name);
  if (!receive) continue;
  const init = { method: 'POST', headers: ${JSON.stringify(signed)}, body: '{"event":"incident.created","data":{}}' };
  console.log('received', (await receive(new Request('http://x', init))).status);
}
process.exit();`,
    );
    await defineFields();
    // The stream in the examples waits for an event.
    const busy = setInterval(() => {
      void instance.call('POST', '/incidents', { body: { short_description: 'x' } });
    }, 250);
    const env = await commandEnv();
    const { stdout } = await run(process.execPath, ['examples.mjs'], {
      cwd: project,
      env,
    }).finally(() => clearInterval(busy));
    for (const line of [
      /^INC\d{7} 20/m,
      /Changed meanwhile: \[/,
      /^invalid_transition \[ 'in_progress', 'cancelled' \] /m,
      /^INC\d{7} Munich$/m,
      /^2 of 2$/m,
      /^1 succeeded undefined$/m,
      /^examples@example\.com$/m,
      /^incident.created INC\d{7} \S+-\d+$/m,
      /^received 204$/m,
    ])
      assert.match(stdout, line);
  });

  test('the package works in Node 24', async () => {
    assert.deepEqual(await runWith(process.execPath), expected);
  });

  test('the package works in Node 20', async (t) => {
    const { stdout: version } = await run(NODE_20, ['--version']).catch(() => ({ stdout: 'none' }));
    if (!version.startsWith('v20.')) return t.skip(`${NODE_20} is ${version.trim()}, not Node 20`);
    assert.deepEqual(await runWith(NODE_20), expected);
  });

  test(
    'the package works in Chromium',
    { skip: !existsSync(CHROMIUM) && 'no Chromium' },
    async () => {
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
    },
  );
});
