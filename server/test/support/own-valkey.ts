// Starts a Valkey that belongs to the test, which may kill, flush and suspend it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ownPorts, until } from './processes.ts';

/** Finds the server next to the pg_dump that tools/services.sh names, or on the PATH. */
function serverCommand(): [string, ...string[]] {
  const [command = '', root = ''] = (process.env['PG_DUMP'] ?? '').split(' ');
  return command === 'chroot' ? ['chroot', root, 'valkey-server'] : ['valkey-server'];
}

/** False where Valkey runs in a container. */
export function canStartValkey(): boolean {
  const [command, ...words] = serverCommand();
  return spawnSync(command, [...words, '--version']).status === 0;
}

const isResponding = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.write('PING\r\n');
    socket.once('data', () => socket.destroy());
  });

export class OwnValkey {
  readonly port: number;
  readonly #words: readonly string[];
  #process: ChildProcess | undefined;

  private constructor(port: number, words: readonly string[]) {
    this.port = port;
    this.#words = words;
  }

  /** Adds `words` to the options of the command line. */
  static async start(words: readonly string[] = []): Promise<OwnValkey> {
    const { PORT } = await ownPorts();
    const valkey = new OwnValkey(Number(PORT), words);
    await valkey.start();
    return valkey;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}/0`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  async start(): Promise<void> {
    const [command, ...words] = serverCommand();
    const options = ['--bind', '127.0.0.1', '--port', String(this.port), '--save', ''];
    this.#process = spawn(command, [...words, ...this.#words, ...options], { stdio: 'ignore' });
    this.#process.on('error', () => {});
    await until('Valkey responds', () => isResponding(this.port));
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1');
      socket.on('error', reject).once('data', () => {
        socket.destroy();
        resolve();
      });
      socket.write('FLUSHALL\r\n');
    });
  }
}
