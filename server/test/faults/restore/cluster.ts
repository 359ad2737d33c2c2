// A cluster of PostgreSQL whose files belong to the drill. Commands run as its operator types them: in a shell, as the
// user of PostgreSQL, with the variables that docs/backup.md names.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';
import { commandsOf } from '../../../../tools/docs.commands.ts';
import { postgresTools, processTreeOf } from '../../support/own-postgres.ts';
import { freePort } from '../../support/ports.ts';
import { until } from '../../support/processes.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The database has this name in every cluster of the drill. */
export const DATABASE = 'signalbox';

/** Returns the commands of the page that are marked with this name. */
export function pageCommands(name: string): string {
  const found = commandsOf(read('docs/backup.md'), name);
  if (found.length === 0) throw new Error(`docs/backup.md has no commands "sh run ${name}"`);
  return found.join('\n');
}

/** The second part, for the archive, follows a comment that names pgBackRest. */
function serverSettings({ isArchiving }: { isArchiving: boolean }): string {
  const text = read('deploy/backup/postgresql.conf');
  return isArchiving ? text : (text.split('# Only for pgBackRest')[0] ?? '');
}

type Env = Record<string, string>;

/** A process that ended and that nobody has waited for is a zombie, which still has its number. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

export class Cluster {
  readonly port: string;
  readonly #folder: string;

  private constructor(port: string) {
    this.port = port;
    this.#folder = `/tmp/signalbox-restore-${port}`;
  }

  /** Starts an empty cluster with the defaults of production; fsync stays on. */
  static async create(): Promise<Cluster> {
    const one = new Cluster(await freePort());
    const settings = {
      port: one.port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: `${one.#folder}/run`,
      dynamic_shared_memory_type: 'sysv',
      timezone: 'UTC',
      shared_buffers: '512MB',
      max_wal_size: '4GB',
      include_dir: 'conf.d',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
    await one.shell(
      `mkdir -p ${one.#folder}/run ${one.#folder}/backups ${one.#folder}/repository
      initdb --auth=trust --username=postgres --locale-provider=builtin --locale=C.UTF-8 --encoding=UTF8 >/dev/null
      mkdir "$PGDATA/conf.d"
      printf '%s\\n' "$SETTINGS" >>"$PGDATA/postgresql.conf"
      printf '%s\\n' "$FOR_BACKUPS" >"$PGDATA/conf.d/backup.conf"
      ${START}`,
      { SETTINGS: lines.join('\n'), FOR_BACKUPS: serverSettings({ isArchiving: false }) },
    );
    return one;
  }

  get #env(): Env {
    return {
      PATH: `${postgresTools().bin}:/usr/bin:/bin:/usr/sbin:/sbin`,
      HOME: this.#folder,
      LANG: 'C.UTF-8',
      PGDATA: `${this.#folder}/data`,
      PGHOST: `${this.#folder}/run`,
      PGPORT: this.port,
      PGUSER: 'postgres',
      BACKUPS: `${this.#folder}/backups`,
      DATABASE,
      PGBACKREST_CONFIG: `${this.#folder}/pgbackrest.conf`,
      PGBACKREST_REPO1_PATH: `${this.#folder}/repository`,
      PGBACKREST_REPO1_CIPHER_PASS: 'the-passphrase-of-the-drill',
      PGBACKREST_PG1_PATH: `${this.#folder}/data`,
      PGBACKREST_PG1_PORT: this.port,
      PGBACKREST_PG1_SOCKET_PATH: `${this.#folder}/run`,
      PGBACKREST_PG1_USER: 'postgres',
      PGBACKREST_LOCK_PATH: `${this.#folder}/lock`,
      PGBACKREST_LOG_PATH: `${this.#folder}/log`,
    };
  }

  /** Runs a script as the user of PostgreSQL and returns its output. */
  async shell(script: string, more: Env = {}): Promise<string> {
    const { words } = postgresTools();
    const [command, ...args] = [...words, '/bin/bash', '-euo', 'pipefail', '-c', script];
    const env = { ...this.#env, ...more };
    const running = promisify(execFile)(command, args, { env, maxBuffer: 1 << 26 });
    const { stdout } = await running.catch((error: Error & { stdout: string; stderr: string }) => {
      throw new Error(`${error.stdout.slice(-2000)}${error.message}`, { cause: error });
    });
    return stdout;
  }

  /** Runs the commands of docs/backup.md that have this name. */
  async follow(
    name: string,
    more: Env = {},
    change: (text: string) => string = (text) => text,
  ): Promise<void> {
    await this.shell(change(pageCommands(name)), more);
  }

  /** Restarts PostgreSQL with an archive, as the page says. */
  async startArchiving(): Promise<void> {
    await this.shell(
      `mkdir -p "$PGBACKREST_LOCK_PATH" "$PGBACKREST_LOG_PATH"
      printf '%s\\n' "$FOR_BACKUPS" >"$PGDATA/conf.d/backup.conf"
      printf '%s\\n' "$FOR_PGBACKREST" >"$PGBACKREST_CONFIG"
      pg_ctl stop --silent
      ${START}`,
      {
        FOR_BACKUPS: serverSettings({ isArchiving: true }),
        FOR_PGBACKREST: read('deploy/backup/pgbackrest.conf'),
      },
    );
  }

  /**
   * Copies all files at one moment, as a snapshot of the disk does, because no process of PostgreSQL runs meanwhile.
   * It is killed then: what it recovers with `startKilled` is what the copy must recover.
   */
  async takeSnapshot(): Promise<void> {
    const file = `${postgresTools().root}${this.#folder}/data/postmaster.pid`;
    const postmaster = Number(readFileSync(file, 'utf8').split('\n', 1)[0]);
    // Once it is suspended, it starts no further process.
    process.kill(postmaster, 'SIGSTOP');
    const tree = processTreeOf(postmaster);
    for (const pid of tree) process.kill(pid, 'SIGSTOP');
    await this.shell('rm -rf "$BACKUPS/snapshot"; cp -a "$PGDATA" "$BACKUPS/snapshot"');
    for (const pid of tree) process.kill(pid, 'SIGKILL');
    await until('the killed processes are gone', () => !tree.some(isRunning));
  }

  /** Attaches the snapshot in place of the files. */
  async attachSnapshot(): Promise<void> {
    await this.shell(
      'pg_ctl stop --mode=immediate --silent; rm -rf "$PGDATA"; cp -a "$BACKUPS/snapshot" "$PGDATA"',
    );
    await this.startKilled();
  }

  /** The files say that a server runs, whose number another process may have by now. */
  async startKilled(): Promise<void> {
    await this.shell(`rm -f "$PGDATA/postmaster.pid" "$PGHOST"/.s*; ${START}`);
  }

  urlOf(user: string): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  async backupBytes(): Promise<number> {
    const output = await this.shell('du -sb "$BACKUPS" "$PGBACKREST_REPO1_PATH" | cut -f1');
    return output
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line), 0);
  }

  /** Deletes backups, and files of before a restore, so that the next way has room on the disk. */
  async forgetBackups(): Promise<void> {
    await this.shell(
      `rm -rf "$BACKUPS" "$PGDATA.before"; mkdir "$BACKUPS"; dropdb --if-exists --force "${DATABASE}_before"`,
    );
  }

  /** Moves the backups to a cluster that has none. */
  async giveBackupsTo(other: Cluster): Promise<void> {
    await this.shell(`mv ${this.#folder}/backups/* ${other.#folder}/backups/`);
  }

  async remove(): Promise<void> {
    await this.shell('pg_ctl stop --mode=immediate --silent || true');
    await this.shell(`cd /; rm -rf ${this.#folder}`);
  }
}

const START =
  'pg_ctl start --pgdata="$PGDATA" --log="$PGDATA.log" --wait --timeout=600 --silent >/dev/null';
