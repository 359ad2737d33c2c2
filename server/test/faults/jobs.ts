// Another worker soon runs the jobs of a killed one, including those that waited in its memory.
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { until } from '../support/processes.ts';
import { randomFrom } from '../support/random.ts';
import { atMost, type Report } from '../support/report.ts';
import { takenJobs } from '../support/holders.ts';
import { startWorkers } from '../support/site.ts';

export interface JobsOptions {
  kills: number;
  /** The worker has locked this many jobs when it is killed: ten run at once, the others wait in its memory. */
  jobs: number;
  seed: number;
}

interface BlockingServer {
  url: string;
  /** While true, a client that names a recipient gets no further response. */
  isBlocking: boolean;
  lastNamedAt: Map<string, number>;
  sent: Map<string, number>;
  close: () => void;
}

/** Speaks just enough SMTP to accept a mail, or to keep a client waiting. */
async function startBlockingServer(): Promise<BlockingServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    let recipient = '';
    let isBody = false;
    let rest = '';
    const handleLine = (line: string) => {
      const to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1];
      if (isBody) {
        if (line !== '.') return;
        isBody = false;
        blocking.sent.set(recipient, (blocking.sent.get(recipient) ?? 0) + 1);
      }
      if (to !== undefined) {
        recipient = to;
        blocking.lastNamedAt.set(to, Date.now());
        if (blocking.isBlocking) return;
      }
      isBody = /^DATA$/i.test(line);
      socket.write(isBody ? '354 go on\r\n' : '250 ok\r\n');
    };
    socket.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) handleLine(line);
    });
    socket.write('220 here\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const blocking: BlockingServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}?ignoreTLS=true`,
    isBlocking: false,
    lastNamedAt: new Map(),
    sent: new Map(),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return blocking;
}

const RESUMES_WITHIN_SECONDS = 10;

export async function proveJobs(
  { kills, jobs, seed }: JobsOptions,
  isShort: boolean,
): Promise<Report> {
  const random = randomFrom(seed);
  const server = await startBlockingServer();
  const site = await startWorkers(isShort, { SMTP_URL: server.url });
  const faults: string[] = [];
  const seconds: number[] = [];
  const isOver = async () => (await takenJobs(site)) === 0;
  try {
    await site.sendUntilFinal('PATCH', '/settings', { mail_domains: ['example.com'] });
    for (let kill = 0; kill < kills; kill += 1) {
      // There are more jobs than one caller may mail recipients in an hour.
      await site.sql('delete from mail_counts');
      const victim = random.pick(site.workers);
      const other = site.workers.find((one) => one !== victim);
      await until('the jobs of the previous kill are done', isOver);
      // The victim must lock all jobs at once, more than it can run at a time.
      for (const worker of site.workers) worker.signal('SIGSTOP');
      server.isBlocking = true;
      const recipients = Array.from({ length: jobs }, (_, n) => `person-${kill}-${n}@example.com`);
      const assign = (assigned_to: string) =>
        site.sendUntilFinal('POST', '/incidents', { short_description: 'Held', assigned_to });
      await Promise.all(recipients.map(assign));
      victim.signal('SIGCONT');
      await until('the victim has locked the jobs', async () => (await takenJobs(site)) >= jobs);
      const isInProgress = () => recipients.some((address) => server.lastNamedAt.has(address));
      await until('some mails are in progress', isInProgress);
      const killedAt = Date.now();
      await victim.kill();
      other?.signal('SIGCONT');
      await site.startWorkerHere?.();
      server.isBlocking = false;
      server.lastNamedAt.clear();
      const isSent = () => recipients.every((address) => server.sent.has(address));
      await until('every mail is sent', isSent).catch((error: Error) => faults.push(error.message));
      for (const address of recipients)
        seconds.push(((server.lastNamedAt.get(address) ?? Infinity) - killedAt) / 1000);
      if (kill + 1 < kills) await victim.start();
    }
    await until('no job is left', isOver).catch((error: Error) => faults.push(error.message));
    const twice = [...server.sent.values()].filter((times) => times > 1).length;
    if (twice > 0) faults.push(`${twice} mails were sent twice`);
    const sorted = seconds.toSorted((a, b) => a - b);
    const slowest = sorted.at(-1) ?? 0;
    const figures = {
      seed,
      kills,
      held: seconds.length,
      medianResumeSeconds: sorted[sorted.length >> 1] ?? 0,
      slowestResumeSeconds: slowest,
    };
    const goals = [atMost('slowest resume', slowest, RESUMES_WITHIN_SECONDS, ' s')];
    return { figures, faults, goals };
  } finally {
    for (const worker of site.workers) worker.signal('SIGCONT');
    await site.stop();
    server.close();
  }
}
