// A PostgreSQL owned by the test, to be killed. Its data is deleted at the end; fsync stays on.
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from './databases.ts';
import { freePort } from './ports.ts';
import { finished, run } from './processes.ts';

/** Next to the pg_dump that the services script names: in its chroot, where it must not run as root, or on the PATH. */
function tools() {
  const [command = '', root = '', dump = ''] = (process.env['PG_DUMP'] ?? '').split(' ');
  const bin = (command === 'chroot' ? dump : command).replace(/pg_dump$/, '');
  if (command !== 'chroot') return { root: '', bin, words: [] };
  const user = readFileSync(`${root}/etc/passwd`, 'utf8').match(/^postgres:x:(\d+):(\d+):/m);
  return { root, bin, words: ['chroot', `--userspec=${user?.[1]}:${user?.[2]}`, root] };
}

const commandOf = (name: string, args: string[]): [string, string[]] => {
  const { words, bin } = tools();
  const [command = '', ...rest] = [...words, `${bin}${name}`, ...args];
  return [command, rest];
};

/** False where PostgreSQL runs in a container. */
export function canStartPostgres(): boolean {
  const { root } = tools();
  const isForbidden = root === '' && process.getuid?.() === 0;
  return !isForbidden && spawnSync(...commandOf('initdb', ['--version'])).status === 0;
}

export class OwnPostgres {
  readonly url: string;
  readonly #port: string;
  readonly #data: string;
  #process: ChildProcess | undefined;

  private constructor(port: string) {
    this.#port = port;
    this.#data = `/tmp/signalbox-faults-${port}`;
    this.url = `postgres://signalbox@127.0.0.1:${port}/postgres`;
  }

  /** Includes the schema of the service. */
  static async start(): Promise<OwnPostgres> {
    const one = new OwnPostgres(await freePort());
    const options = ['-A', 'trust', '-U', 'signalbox', '--locale-provider=builtin'];
    const args = ['-D', one.#data, ...options, '--locale=C.UTF-8', '-E', 'UTF8'];
    // Asynchronous: it takes seconds, and other tests in this process must keep reading their connections.
    await promisify(execFile)(...commandOf('initdb', args));
    await one.start();
    const { code, output } = await finished(
      run(['migrate'], { DATABASE_URL: one.url, ENCRYPTION_KEY: 'A'.repeat(43) + '=' }),
    );
    if (code !== 0) throw new Error(output);
    return one;
  }

  /** Backends of a killed server end by themselves; a new server does not start until they have. */
  async start(): Promise<void> {
    const settings = {
      port: this.#port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      dynamic_shared_memory_type: 'sysv',
      max_connections: '100',
      timezone: 'UTC',
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
    throw new Error('PostgreSQL did not start');
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
    const { words } = tools();
    const [command, ...rest] = [...words, 'rm', '-rf', this.#data];
    await promisify(execFile)(command, rest);
  }
}
