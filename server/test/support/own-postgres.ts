// Starts a PostgreSQL that belongs to the test, which may kill it. fsync stays on; the data is deleted at the end.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from './databases.ts';
import { freePort } from './ports.ts';
import { waitForExit, run } from './processes.ts';

/** Finds the server next to the pg_dump that tools/services.sh names: in the chroot, where it must not run as root, or on the PATH. */
export function postgresTools() {
  const [command = '', root = '', dump = ''] = (process.env['PG_DUMP'] ?? '').split(' ');
  const bin = (command === 'chroot' ? dump : command).replace(/pg_dump$/, '');
  if (command !== 'chroot') return { root: '', bin, words: [] };
  const user = readFileSync(`${root}/etc/passwd`, 'utf8').match(/^postgres:x:(\d+):(\d+):/m);
  return { root, bin, words: ['chroot', `--userspec=${user?.[1]}:${user?.[2]}`, root] };
}

const commandOf = (name: string, args: string[]): [string, string[]] => {
  const { words, bin } = postgresTools();
  const [command = '', ...rest] = [...words, `${bin}${name}`, ...args];
  return [command, rest];
};

/** Returns the process that was started and its children. */
export function processTreeOf(pid: number): number[] {
  const parentOf = (child: string): number => {
    try {
      // The state and the parent follow the name, which may contain spaces.
      return Number(readFileSync(`/proc/${child}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
    } catch {
      return 0;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return [pid, ...children.filter((child) => parentOf(child) === pid).map(Number)];
}

/** False where PostgreSQL runs in a container. */
export function canStartPostgres(): boolean {
  const { root } = postgresTools();
  const isForbidden = root === '' && process.getuid?.() === 0;
  return !isForbidden && spawnSync(...commandOf('initdb', ['--version'])).status === 0;
}

/** Use it as `archive_command`, which PostgreSQL runs in its data directory. */
export const ARCHIVES_UNLESS_REFUSED = 'test ! -e refuse';

interface OwnPostgresOptions {
  megabytes?: number;
  settings?: Record<string, string>;
}

export class OwnPostgres {
  readonly url: string;
  readonly #port: string;
  readonly #data: string;
  readonly #settings: Record<string, string>;
  #isMounted = false;
  #process: ChildProcess | undefined;

  private constructor(port: string, settings: Record<string, string>) {
    this.#port = port;
    this.#settings = settings;
    this.#data = `/tmp/signalbox-faults-${port}`;
    this.url = `postgres://signalbox@127.0.0.1:${port}/postgres`;
  }

  /** Migrates the database. With `megabytes`, the files are in a tmpfs of that size, which a test can fill. */
  static async start({ megabytes, settings = {} }: OwnPostgresOptions = {}): Promise<OwnPostgres> {
    const one = new OwnPostgres(await freePort(), settings);
    if (megabytes !== undefined) await one.#mount(megabytes);
    const options = ['-A', 'trust', '-U', 'signalbox', '--locale-provider=builtin'];
    const args = ['-D', one.#data, ...options, '--locale=C.UTF-8', '-E', 'UTF8'];
    // initdb takes seconds, and other tests in this process must keep reading their connections.
    await promisify(execFile)(...commandOf('initdb', args));
    await one.start();
    const { code, output } = await waitForExit(
      run(['migrate'], { DATABASE_URL: one.url, ENCRYPTION_KEY: 'A'.repeat(43) + '=' }),
    );
    if (code !== 0) throw new Error(output);
    return one;
  }

  /** Starts a streaming standby of `primary`. */
  static async standbyOf(primary: OwnPostgres, name: string): Promise<OwnPostgres> {
    const one = new OwnPostgres(await freePort(), primary.#settings);
    const from = `host=127.0.0.1 port=${primary.#port} user=signalbox application_name=${name}`;
    const args = ['-D', one.#data, '-d', from, '-R', '-c', 'fast'];
    await promisify(execFile)(...commandOf('pg_basebackup', args));
    await one.start();
    return one;
  }

  /** If `archive_command` is ARCHIVES_UNLESS_REFUSED, no segment that is finished from now on can be archived. */
  async refuseArchiving(): Promise<void> {
    await writeFile(`${this.#folder}/refuse`, '');
  }

  /** Retries for a minute: a new server does not start until the backends of a killed one have ended by themselves. */
  async start(): Promise<void> {
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      dynamic_shared_memory_type: 'sysv',
      max_connections: '100',
      timezone: 'UTC',
      ...this.#settings,
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
      const child = spawn(...commandOf('postgres', ['-D', this.#data, ...args]), {
        stdio: 'ignore',
      });
      this.#process = child;
      while (child.exitCode === null && child.signalCode === null) {
        if (await withClient(this.url, () => Promise.resolve(true)).catch(() => false)) return;
        await sleep(50);
      }
      await sleep(100);
    }
    throw new Error('PostgreSQL did not start within 60 s');
  }

  /** Returns the data directory as a path outside the chroot. */
  get #folder(): string {
    return `${postgresTools().root}${this.#data}`;
  }

  async #mount(megabytes: number): Promise<void> {
    const command = promisify(execFile);
    const options = `size=${megabytes}m,mode=0700`;
    await command('mkdir', ['-p', this.#folder]);
    await command('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.#folder]);
    this.#isMounted = true;
    const [, user = 'postgres'] = postgresTools().words;
    await command('chown', [user.replace('--userspec=', ''), this.#folder]);
  }

  /** Uses up the space that is left. */
  async fillDisk(): Promise<void> {
    const ballast = `${this.#folder}/ballast`;
    await promisify(execFile)('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k']).catch(() => {});
  }

  async freeDisk(): Promise<void> {
    await rm(`${this.#folder}/ballast`);
  }

  get isRunning(): boolean {
    return this.#process?.exitCode === null && this.#process.signalCode === null;
  }

  /** Suspends all its processes: connections stay open and nothing responds. */
  hang(): void {
    for (const pid of processTreeOf(this.#process?.pid ?? 0)) process.kill(pid, 'SIGSTOP');
  }

  resume(): void {
    for (const pid of processTreeOf(this.#process?.pid ?? 0)) process.kill(pid, 'SIGCONT');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async remove(): Promise<void> {
    await this.kill();
    await sleep(500);
    if (this.#isMounted) {
      await promisify(execFile)('umount', [this.#folder]);
      await rm(this.#folder, { recursive: true });
      return;
    }
    const { words } = postgresTools();
    const [command, ...rest] = [...words, 'rm', '-rf', this.#data];
    await promisify(execFile)(command, rest);
  }
}
