// The previous release keeps working on the schema of this one, alone and beside it, as during an in-place upgrade.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { emptyDatabase } from '../../support/databases.ts';
import {
  waitForExit,
  waitForStart,
  ownPorts,
  run,
  type RunningProcess,
  until,
} from '../../support/processes.ts';
import { type Receiver, receiverEnv, startReceiver } from '../../support/receivers.ts';
import { checkOut, previousRelease } from '../../support/checkout.ts';
import type { Report } from '../../support/report.ts';
import { prepareService } from '../../support/service.ts';
import { callerOf, sendRequests } from './requests.ts';

const PINO_ERROR_LEVEL = 50;

const thisRelease = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

type Env = Record<string, string>;

async function start(command: string, env: Env, program: string): Promise<RunningProcess> {
  const running = run([command], env, undefined, program);
  await waitForStart(running).catch(() => {
    throw new Error(`${command} did not start: ${running.output().slice(-2000)}`);
  });
  return running;
}

/** Returns the errors that the process logged. */
async function stop(running: RunningProcess): Promise<string[]> {
  const ended = waitForExit(running);
  running.process.kill('SIGTERM');
  await ended;
  const errors = running.lines().filter(({ level }) => Number(level) >= PINO_ERROR_LEVEL);
  return errors.map((line) => JSON.stringify(line));
}

interface Stage {
  name: string;
  api: string;
  worker: string;
}

/** Checks requests of every kind to the API, and a delivery by the worker; returns the faults. */
async function runStage(
  stage: Stage,
  env: Env,
  token: string,
  receiver: Receiver,
): Promise<string[]> {
  const apiEnv = { ...env, ...(await ownPorts()) };
  const workerEnv = { ...env, ...(await ownPorts()) };
  const api = await start('api', apiEnv, stage.api);
  const worker = await start('worker', workerEnv, stage.worker);
  const send = callerOf(`http://127.0.0.1:${apiEnv.PORT}`, token);
  const path = `/hook/${stage.name.replaceAll(' ', '-')}`;
  const url = new URL(path, receiver.url).href;
  const checkDelivery = async () => {
    await send('POST', '/webhooks/outbound', {
      name: stage.name,
      url,
      events: ['incident.created'],
    });
    await send('POST', '/incidents', { short_description: 'To be delivered' });
    const isReceived = () => receiver.received.some((one) => one.path === path);
    await until('a delivery is received', isReceived);
  };
  const faults: string[] = [];
  await checkDelivery().catch((error: Error) => faults.push(error.message));
  faults.push(...(await sendRequests(send)));
  for (const one of [api, worker]) faults.push(...(await stop(one)));
  return faults.map((fault) => `${stage.name}: ${fault}`);
}

/**
 * The previous release runs alone on the new schema, as between `migrate` and the first restart; then both releases run
 * concurrently, as during a rolling restart.
 */
export async function proveUpgrade(): Promise<Report> {
  const commit = previousRelease();
  const { program: previous, remove } = checkOut(commit);
  const database = await emptyDatabase();
  const receiver = await startReceiver();
  const { env: own, token } = await prepareService(database);
  const AUTH_URL = `http://127.0.0.1:${own['AUTH_PORT']}`;
  const env: Env = { ...own, ...receiverEnv(), AUTH_URL };
  const stages: Stage[] = [
    { name: 'previous release alone', api: previous, worker: previous },
    { name: 'previous API and this worker', api: previous, worker: thisRelease },
    { name: 'this API and previous worker', api: thisRelease, worker: previous },
  ];
  try {
    execFileSync(process.execPath, [thisRelease, 'migrate'], { env: { ...process.env, ...env } });
    const auth = await start('auth', env, previous);
    const bearer = await token();
    const faults: string[] = [];
    for (const stage of stages) faults.push(...(await runStage(stage, env, bearer, receiver)));
    faults.push(...(await stop(auth)));
    const figures = { stages: stages.length, deliveries: receiver.received.length };
    return { figures, faults, notes: [`previous release: ${commit}`] };
  } finally {
    await receiver.close();
    await database.drop();
    remove();
  }
}
