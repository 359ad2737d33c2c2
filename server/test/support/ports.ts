// Reserves ports for test servers until the run ends. Several runs may share the machine, and a port is not always in use
// while it is needed: its process starts later, or is killed and started again.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** They are below the ports of outgoing connections, so that none of those takes a port before its server starts. */
const PORTS = { from: 12_000, below: 32_000 };

/** Each reserved port has a file here with the id of the process that reserved it. */
const folder = join(tmpdir(), 'signalbox-ports');
const own = new Set<string>();
process.once('exit', () => {
  for (const file of own) rmSync(file, { force: true });
});

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Returns false if another process has reserved the port. A process that was killed leaves its file behind. */
export function reservePort(port: number): boolean {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, String(port));
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    own.add(file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const owner = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  // The owner is zero if the file was removed meanwhile, or is not written yet.
  if (owner !== 0 && !isRunning(owner)) rmSync(file, { force: true });
  return false;
}

async function isListenable(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree;
}

/** Nobody listens on the port, and no other test process gets it before this one has ended. */
export async function freePort(): Promise<string> {
  const port = randomInt(PORTS.from, PORTS.below);
  return reservePort(port) && (await isListenable(port)) ? String(port) : freePort();
}
