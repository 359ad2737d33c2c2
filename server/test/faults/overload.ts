// Measures how soon requests beyond capacity are refused, and how a process stops: the cases of overload.test.ts that
// take real time.
import { once } from 'node:events';
import { connect } from 'node:net';
import { cloneDatabase } from '../support/databases.ts';
import { startInstance } from '../support/harness.ts';
import { exhaustPool } from '../support/exhausted-pool.ts';
import {
  waitForExit,
  waitForStart,
  ownEnvironment,
  run,
  tokenFor,
  until,
} from '../support/processes.ts';
import { atMost, type Report } from '../support/report.ts';

const PATH = '/incidents/INC0000001';

/** Measures the milliseconds until a refusal, and until the first response after the connections are free again. */
async function measureExhaustedPool() {
  const instance = await startInstance({ pool: 2, env: { DATABASE_WAIT_MS: '1500' } });
  const get = async () => (await instance.call('GET', PATH)).status;
  await get();
  const exhausted = await exhaustPool(instance, 2);
  const began = performance.now();
  const refused = await get();
  const refusedMs = performance.now() - began;
  await exhausted.release();
  const freed = performance.now();
  const served = await get();
  const servedMs = performance.now() - freed;
  await instance.stop();
  return { statuses: [refused, served], refusedMs, servedMs };
}

/** Measures the milliseconds until a refusal while the queue for connections is too long to wait in. */
async function measureLongQueue() {
  const instance = await startInstance({ pool: 2 });
  await instance.call('GET', PATH);
  const released = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 210 }, () =>
    instance.deps.db
      .connection()
      .execute(() => released.promise)
      .catch(() => {}),
  );
  await until('the queue is too long', () => instance.deps.overload.reason() === 'database');
  const began = performance.now();
  const { status } = await instance.call('GET', PATH);
  const refusedMs = performance.now() - began;
  released.resolve();
  await Promise.all(waiting);
  await instance.stop();
  return { status, refusedMs };
}

const isRefused = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return !isOpen;
};

/** Returns the responses of a process after SIGTERM: while it drains, and once it has stopped listening. */
async function stopProcess(drainSeconds: number) {
  const scratch = await cloneDatabase();
  const [id, secret] = ['drained', 'a-secret-of-this-test-and-of-no-other'];
  const client = { BOOTSTRAP_CLIENT_ID: id, BOOTSTRAP_CLIENT_SECRET: secret };
  const env = {
    ...(await ownEnvironment(scratch)),
    ...client,
    DRAIN_SECONDS: String(drainSeconds),
  };
  const server = run(['start'], env);
  await waitForStart(server);
  const base = `http://127.0.0.1:${env.PORT}`;
  const authorization = `Bearer ${await tokenFor(env, id, secret)}`;
  const get = async () => {
    const url = `${base}/prod/api/incidents?limit=1`;
    const { status, headers } = await fetch(url, { headers: { authorization } });
    return `${status} ${headers.get('connection')}`;
  };
  const responses = [await get()];
  server.process.kill('SIGTERM');
  await until('readiness fails', async () => (await fetch(`${base}/readyz`)).status === 503);
  responses.push(await get());
  await until('the process stops listening', () => isRefused(Number(env.PORT)));
  // This request uses the connection that is still open.
  responses.push(await get());
  const { code } = await waitForExit(server);
  await scratch.drop();
  return { responses, code };
}

export async function proveOverload(drainSeconds: number): Promise<Report> {
  const taken = await measureExhaustedPool();
  const queue = await measureLongQueue();
  const stopped = await stopProcess(drainSeconds);
  const seen = [...taken.statuses, queue.status, ...stopped.responses, stopped.code].join(', ');
  const expected = '503, 404, 503, 200 keep-alive, 200 keep-alive, 200 close, 0';
  return {
    figures: {},
    faults: seen === expected ? [] : [`responses: ${seen}; expected: ${expected}`],
    goals: [
      atMost('refused with every connection taken', taken.refusedMs, 2000, ' ms'),
      atMost('served once they are free', taken.servedMs, 5000, ' ms'),
      atMost('refused by the length of the queue', queue.refusedMs, 1000, ' ms'),
    ],
  };
}
