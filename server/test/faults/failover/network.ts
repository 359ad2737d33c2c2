// A network of machines for tests: each is a network namespace behind its own port of a bridge. Taking the port off the
// bridge cuts the machine off without a reset, as a broken switch does. Programs of a machine run in the chroot of the
// services with their own folders, and end when the test ends, however it does. Needs root and iproute2.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';

const ip = (...words: string[]): string => execFileSync('ip', words, { encoding: 'utf8' });

const OWN = `sbf${process.pid}`;
const nameOf = (n: number) => `${OWN}n${n}`;
const FOLDER = /^(?:sbf)(\d+)(?:n\d+)?$/;

/** Removes what a run left behind whose process is gone. */
function removeLeftovers(root: string): void {
  const isLeft = (name: string) => {
    const owner = FOLDER.exec(name)?.[1];
    return owner !== undefined && !existsSync(`/proc/${owner}`);
  };
  const spaces = ip('netns', 'list').split('\n');
  for (const name of spaces.map((line) => line.split(' ')[0] ?? '').filter(isLeft))
    ip('netns', 'delete', name);
  for (const name of readdirSync('/sys/class/net').filter(isLeft)) ip('link', 'delete', name);
  for (const name of readdirSync(join(root, 'srv')).filter(isLeft))
    rmSync(join(root, 'srv', name), { recursive: true });
}

/** Runs a program of the chroot with `/proc` and shared memory of its own, and the folder of its machine as `/var/lib/postgresql`. */
const IN_CHROOT = `
  root=$1 home=$2 user=$3; shift 3
  mount -t proc proc $root/proc
  mount -t tmpfs tmpfs $root/dev/shm
  mount -t tmpfs -o mode=1777 tmpfs $root/run/postgresql
  mount --bind $home $root/var/lib/postgresql
  chroot --userspec=$user $root "$@" &
  wait $!`;

/** Returns undefined if the process has ended meanwhile. */
function unlessEnded<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

export class Program {
  readonly #child: ChildProcess;
  readonly #logFile: string;

  constructor(words: readonly string[], env: Record<string, string>, logFile: string) {
    this.#logFile = logFile;
    // The parent of all its processes is killed with the test, and they with it.
    this.#child = spawn('setpriv', ['--pdeathsig', 'KILL', ...words], {
      env: { PATH: process.env['PATH'] ?? '', HOME: '/tmp', LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => appendFileSync(logFile, chunk));
  }

  /** Returns the processes of the program that have this name, or all of them. */
  processes(name?: string): number[] {
    const own = unlessEnded(() => readlinkSync(`/proc/${this.#child.pid}/ns/pid_for_children`));
    return readdirSync('/proc')
      .filter((id) => /^\d+$/.test(id))
      .filter(
        (id) => own !== undefined && unlessEnded(() => readlinkSync(`/proc/${id}/ns/pid`)) === own,
      )
      .filter(
        (id) =>
          !name || unlessEnded(() => readFileSync(`/proc/${id}/comm`, 'utf8'))?.trim() === name,
      )
      .map(Number);
  }

  signal(signal: NodeJS.Signals, name?: string): number {
    const all = this.processes(name);
    for (const id of all) unlessEnded(() => process.kill(id, signal));
    return all.length;
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Returns the end of its output. */
  get output(): string {
    return existsSync(this.#logFile) ? readFileSync(this.#logFile, 'utf8').slice(-3000) : '';
  }

  async kill(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
  }
}

export interface Machine {
  name: string;
  address: string;
  /** A path outside the chroot; its programs have it as `/var/lib/postgresql`. */
  folder: string;
  run: (words: string[], env: Record<string, string>, logName: string) => Program;
  cut: () => void;
  join: () => void;
}

export class Network {
  readonly machines: Machine[];
  /** Addresses of the machines begin with this. */
  readonly prefix: string;
  readonly #folder: string;

  constructor(root: string, size: number) {
    removeLeftovers(root);
    this.prefix = `10.214.${process.pid % 250}.`;
    this.#folder = join(root, 'srv', OWN);
    ip('link', 'add', OWN, 'type', 'bridge');
    ip('address', 'add', `${this.prefix}1/24`, 'dev', OWN);
    ip('link', 'set', OWN, 'up');
    this.machines = Array.from({ length: size }, (_, n) => this.#addMachine(root, n + 1));
  }

  #addMachine(root: string, n: number): Machine {
    const [space, near] = [nameOf(n), `${nameOf(n)}o`];
    const address = `${this.prefix}${10 + n}`;
    const folder = join(this.#folder, `node${n}`);
    const [, user = '', group = ''] =
      /^postgres:x:(\d+):(\d+):/m.exec(readFileSync(join(root, 'etc/passwd'), 'utf8')) ?? [];
    mkdirSync(folder, { recursive: true });
    chownSync(folder, Number(user), Number(group));
    ip('netns', 'add', space);
    ip('link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('-n', space, 'address', 'add', `${address}/24`, 'dev', 'eth0');
    for (const device of ['lo', 'eth0']) ip('-n', space, 'link', 'set', device, 'up');
    ip('link', 'set', near, 'master', OWN, 'up');
    const inside = ['ip', 'netns', 'exec', space, 'unshare', '--pid', '--fork', '--kill-child'];
    const prepare = ['sh', '-euc', IN_CHROOT, 'sh', root, folder, `${user}:${group}`];
    return {
      name: `node${n}`,
      address,
      folder,
      run: (words, env, logName) =>
        new Program([...inside, ...prepare, ...words], env, join(folder, logName)),
      cut: () => void ip('link', 'set', near, 'nomaster'),
      join: () => void ip('link', 'set', near, 'master', OWN),
    };
  }

  /** Programs must have ended before. */
  remove(): void {
    for (const [n] of this.machines.entries()) ip('netns', 'delete', nameOf(n + 1));
    ip('link', 'delete', OWN);
    rmSync(this.#folder, { recursive: true });
  }
}
