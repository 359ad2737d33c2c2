// The files of the image are few, and run by a user who cannot write them: they serve everything, README's commands work,
// and the processes stop without a failed request.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countBy, LoadClient } from '../../support/client.ts';
import { emptyDatabase } from '../../support/databases.ts';
import { buildImageLayout, type ImageLayout } from '../../support/image-layout.ts';
import { waitForExit, ownPorts, type Program, run } from '../../support/processes.ts';
import { atMost, type Report } from '../../support/report.ts';
import { prepareService } from '../../support/service.ts';
import { type Env, type ServiceProcess, startProcess } from '../../support/service-process.ts';
import { measureImage } from './image-contents.ts';
import { runReadme } from './image-readme.ts';
import { requestsAtRate } from './traffic.ts';

const NODE_USER = 1000;
const MAX_STOP_SECONDS = 30;
const DRAIN_SECONDS = 3;
/** The load balancer probes this often. */
const PROBE_MS = 500;

const programOf = ({ folder, node, settings }: ImageLayout): Program => {
  const [command, path = ''] = JSON.parse(settings.get('ENTRYPOINT') ?? '[]') as string[];
  if (command !== 'node') throw new Error(`The entry point of the image is ${command}, not node`);
  return { path: join(folder, path), node, user: NODE_USER };
};

const environmentOf = ({ settings }: ImageLayout): Env =>
  Object.fromEntries([(settings.get('ENV') ?? '').split('=', 2)]);

/** Returns the files that the user of the image could write. */
const writableFiles = ({ folder }: ImageLayout): string =>
  spawnSync('find', [folder, '-writable', '-not', '-type', 'l'], {
    uid: NODE_USER,
    gid: NODE_USER,
    encoding: 'utf8',
  }).stdout.trim();

/** Each page that an instance serves must contain its text. */
const pages: Record<string, string> = {
  '/livez': '',
  '/readyz': '"ok"',
  '/console/': '/console/assets/',
  '/openapi.json': '"openapi"',
  '/docs/': '<html',
  '/sdk.tgz': '',
  '/.well-known/security.txt': 'Contact:',
};

async function visit(client: LoadClient, url: string): Promise<string[]> {
  const faults: string[] = [];
  const get = async (path: string, part: string) => {
    const { status, text } = await client.send(url + path);
    if (status !== 200 || !text.includes(part)) faults.push(`GET ${path}: ${status} ${text}`);
    return text;
  };
  for (const [path, part] of Object.entries(pages)) {
    const text = await get(path, part);
    const [asset] = /\/console\/assets\/[\w.-]+\.js/.exec(text) ?? [];
    if (path === '/console/' && asset) await get(asset, '');
  }
  return faults;
}

/** Ends the load as a load balancer would that probes every half second. */
async function untilNotReady(client: LoadClient, url: string, over: AbortController) {
  while ((await client.send(`${url}/readyz`)).status === 200) await sleep(PROBE_MS);
  over.abort();
}

export async function proveImage({
  rate,
  seconds,
}: Record<'rate' | 'seconds', number>): Promise<Report> {
  const began = performance.now();
  const layout = await buildImageLayout();
  const builtSeconds = Math.round((performance.now() - began) / 1000);
  const measured = await measureImage(layout);
  const database = await emptyDatabase();
  const client = new LoadClient(64);
  const running: Record<string, ServiceProcess> = {};
  const faults = [...measured.faults];
  const stops: number[] = [];
  try {
    const service = await prepareService(database);
    const program = programOf(layout);
    const AUTH_URL = `http://127.0.0.1:${service.env['AUTH_PORT']}`;
    const env = {
      ...service.env,
      ...environmentOf(layout),
      AUTH_URL,
      SECURITY_CONTACT: 'mailto:security@example.com',
    };
    const writable = writableFiles(layout);
    if (writable) faults.push(`the user of the image may write ${writable.split('\n', 1)[0]}`);
    const migrated = await waitForExit(run(['migrate'], env, undefined, program));
    if (migrated.code !== 0) throw new Error(`migrate: ${migrated.output}`);
    for (const command of ['auth', 'api', 'worker']) {
      const ports = command === 'auth' ? {} : await ownPorts();
      const own = { ...env, ...ports, DRAIN_SECONDS: String(DRAIN_SECONDS) };
      running[command] = await startProcess(command, own, program);
    }
    faults.push(...(await runReadme(program, environmentOf(layout))));
    const { api } = running;
    if (!api) throw new Error('The API did not start');
    faults.push(...(await visit(client, api.url)));
    const over = new AbortController();
    const headers = { authorization: `Bearer ${await service.token()}` };
    const load = requestsAtRate({ client, url: api.url, headers }, rate, over.signal);
    const probing = untilNotReady(client, api.url, over);
    await sleep(seconds * 1000);
    for (const command of ['api', 'worker', 'auth']) {
      const ended = await running[command]?.end();
      stops.push(ended?.seconds ?? 0);
      if (ended?.code !== 0) faults.push(`${command} ended with code ${ended?.code}`);
    }
    await probing;
    const sent = await load;
    const failed = sent.filter(({ status }) => status < 200 || status > 299);
    if (failed.length > 0) faults.push(`failed requests: ${countBy(failed)}`);
    return {
      figures: {
        built_seconds: builtSeconds,
        requests: sent.length,
        failed: failed.length,
        ...measured.figures,
      },
      faults,
      notes: measured.notes,
      goals: [
        measured.goal,
        atMost('failed requests while the processes of the image stop', failed.length, 0),
        atMost('stop of the slowest process', Math.max(...stops), MAX_STOP_SECONDS, ' s'),
      ],
    };
  } finally {
    client.close();
    await Promise.all(Object.values(running).map((one) => one.stop()));
    await database.drop();
    layout.remove();
  }
}
