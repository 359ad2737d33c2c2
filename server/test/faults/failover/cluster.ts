// Starts PostgreSQL, Patroni and etcd on three machines, by the files in deploy/high-availability, and HAProxy before
// them.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { withClient } from '../../support/databases.ts';
import { canCutLinks } from '../../support/cut-links.ts';
import { deployTool, toolFolder } from '../../support/deploy-tools.ts';
import { freePort } from '../../support/ports.ts';
import { within } from '../../support/processes.ts';
import { type Machine, Network, type Program } from './network.ts';

const readShipped = (name: string): string =>
  readFileSync(
    fileURLToPath(new URL(`../../../../deploy/high-availability/${name}`, import.meta.url)),
    'utf8',
  );

const PASSWORD = 'replace-me';
const OPERATOR = {
  authorization: `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`,
};
/** docs/high-availability.md tells the operator to copy a machine again that has not started by then. */
const COPIED_AFTER_MS = 60_000;
const PREFIX = '10.0.0.';

/** Returns why no cluster can be started here; false if one can. */
export function missingForFailover(): string | false {
  const missing = ['patroni', 'etcd', 'haproxy'].filter((name) => !deployTool(name)?.root);
  if (missing.length > 0) return `${missing.join(', ')}: not installed; see tools/deploy-tools.sh`;
  return !canCutLinks() && 'creating network namespaces needs root and iproute2';
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
  lag?: number | string;
}

export interface ClusterNode {
  machine: Machine;
  name: string;
  /** Leads to the database of the service on this machine, whatever its role. */
  url: string;
  patroni: Program;
  etcd: Program;
}

const urlAt = (hosts: string, user = 'signalbox', database = 'signalbox'): string =>
  `postgres://${user}:${PASSWORD}@${hosts}/${database}`;

/** Returns the state of a sound member. */
const stateOf = (role: string): string => (role === 'leader' ? 'running' : 'streaming');

export class Cluster {
  readonly nodes: ClusterNode[];
  /** Names all machines; the service finds the primary among them. */
  readonly hostsUrl: string;
  /** Counts the machines that Patroni could not start and that were copied again. */
  copied = 0;
  readonly #network: Network;
  #proxy: ChildProcess | undefined;
  #removeProxy = () => {};

  private constructor(network: Network) {
    this.#network = network;
    this.nodes = network.machines.map((machine) => {
      const etcd = this.#startEtcd(machine);
      return {
        machine,
        name: machine.name,
        url: urlAt(machine.address),
        etcd,
        patroni: this.#startPatroni(machine),
      };
    });
    const hosts = this.nodes.map(({ machine }) => `${machine.address}:5432`).join(',');
    this.hostsUrl = `${urlAt(hosts)}?target_session_attrs=read-write`;
  }

  /** Creates the database of the service, which is empty. */
  static async start(): Promise<Cluster> {
    const { root = '' } = deployTool('patroni') ?? {};
    const cluster = new Cluster(new Network(root, 3));
    try {
      await cluster.untilHealthy(180);
      const { machine } = await cluster.primary();
      await withClient(urlAt(machine.address, 'postgres', 'postgres'), async (client) => {
        await client.query(`create role signalbox login password '${PASSWORD}'`);
        await client.query('create database signalbox owner signalbox');
      });
      await withClient(await cluster.ownerUrl(), (client) =>
        client.query('create extension vector'),
      );
      return cluster;
    } catch (error) {
      const said = cluster.nodes.map(
        ({ name, patroni, etcd }) => `${name}: ${patroni.output} ${etcd.output}`,
      );
      await cluster.remove();
      throw new Error(said.join('\n'), { cause: error });
    }
  }

  /** Returns a shipped file with the addresses of this network, as the machine has it. */
  #fileFor(name: string, machine?: Machine): string {
    const own = machine
      ? readShipped(name).replaceAll('node1\n', `${machine.name}\n`)
      : readShipped(name);
    const [first] = this.#network.machines;
    const text = own.replaceAll(PREFIX, this.#network.prefix);
    if (!machine || !first) return text;
    // The lines that differ name one machine only.
    return text
      .split('\n')
      .map((line) => (line.includes(',') ? line : line.replaceAll(first.address, machine.address)))
      .join('\n');
  }

  #environmentOf(name: string, machine: Machine): Record<string, string> {
    return parseEnv(this.#fileFor(name, machine)) as Record<string, string>;
  }

  #startEtcd(machine: Machine): Program {
    const env = {
      ETCD_DATA_DIR: '/var/lib/postgresql/etcd',
      ...this.#environmentOf('etcd.env', machine),
    };
    return machine.run(['etcd'], env, 'etcd.log');
  }

  #startPatroni(machine: Machine): Program {
    writeFileSync(join(machine.folder, 'config.yml'), this.#fileFor('patroni.yml'));
    const env = this.#environmentOf('patroni.env', machine);
    return machine.run(['patroni', '/var/lib/postgresql/config.yml'], env, 'patroni.log');
  }

  async startEtcd(): Promise<void> {
    for (const node of this.nodes) {
      await node.etcd.kill();
      node.etcd = this.#startEtcd(node.machine);
    }
  }

  /** Returns the members as the first machine sees them that responds. */
  async members(): Promise<Member[]> {
    for (const { machine } of this.nodes) {
      const members = await fetch(`http://${machine.address}:8008/cluster`, {
        signal: AbortSignal.timeout(1000),
      })
        .then(async (response) => ((await response.json()) as { members: Member[] }).members)
        .catch(() => undefined);
      if (members) return members;
    }
    return [];
  }

  async primary(): Promise<ClusterNode> {
    return within(60, 'a primary is running', async () => {
      const leader = (await this.members()).find(
        ({ role, state }) => role === 'leader' && state === 'running',
      );
      return this.nodes.find(({ name }) => name === leader?.name);
    });
  }

  /** Returns the address of the database with all rights. */
  async ownerUrl(): Promise<string> {
    return urlAt((await this.primary()).machine.address, 'postgres');
  }

  /** Returns what Patroni said last where PostgreSQL does not run. */
  async #complaints(): Promise<string[]> {
    const members = await this.members();
    const failing = members.filter(({ role, state }) => state !== stateOf(role));
    return [
      JSON.stringify(members),
      ...this.nodes
        .filter(({ name }) => failing.some((one) => one.name === name))
        .map(({ name, patroni }) => `${name}: ${patroni.output}`),
    ];
  }

  /** All three run on the same timeline, and one of them is the synchronous standby of the primary. */
  async isHealthy(): Promise<boolean> {
    const members = await this.members();
    const roles = members.map(({ role }) => role).toSorted();
    return (
      roles.join() === 'leader,replica,sync_standby' &&
      members.every(({ role, state }) => state === stateOf(role)) &&
      new Set(members.map(({ timeline }) => timeline)).size === 1
    );
  }

  /** Does what `patronictl reinit --force` does with each standby that does not start. */
  async #copyStuck(): Promise<void> {
    const members = await this.members();
    const stuck = this.nodes.filter(({ name }) =>
      members.some(
        (one) => one.name === name && one.role !== 'leader' && one.state.startsWith('start'),
      ),
    );
    for (const { name, machine } of stuck) {
      const response = await fetch(`http://${machine.address}:8008/reinitialize`, {
        method: 'POST',
        headers: OPERATOR,
        body: JSON.stringify({ force: true }),
      });
      console.log(`${name} is copied again: ${response.status} ${await response.text()}`);
      this.copied += 1;
    }
  }

  async untilHealthy(seconds = 150): Promise<void> {
    const began = performance.now();
    let hasCopied = false;
    const isHealthy = async () => {
      const ended = this.nodes.find(({ patroni, etcd }) => !patroni.isRunning || !etcd.isRunning);
      if (ended) throw new Error(`A program of ${ended.name} has ended`);
      if (!hasCopied && performance.now() - began > COPIED_AFTER_MS) {
        hasCopied = true;
        await this.#copyStuck();
      }
      return this.isHealthy();
    };
    await within(seconds, 'the cluster is healthy', isHealthy).catch(async (error: Error) => {
      throw new Error([error.message, ...(await this.#complaints())].join('\n'));
    });
  }

  /** Asks as `patronictl switchover` does. */
  async switchOver(): Promise<void> {
    const { name, machine } = await this.primary();
    const response = await fetch(`http://${machine.address}:8008/switchover`, {
      method: 'POST',
      headers: OPERATOR,
      body: JSON.stringify({ leader: name }),
    });
    if (response.status !== 200)
      throw new Error(
        `The switchover failed with status ${response.status}: ${await response.text()}`,
      );
  }

  /** Starts HAProxy as on a machine of the service, and returns the address of the database behind it. */
  async startProxy(): Promise<string> {
    const tool = deployTool('haproxy');
    if (!tool) throw new Error('HAProxy is not installed');
    const folder = toolFolder(tool);
    const port = await freePort();
    writeFileSync(
      join(folder.outside, 'haproxy.cfg'),
      this.#fileFor('haproxy.cfg').replaceAll('127.0.0.1:5000', `127.0.0.1:${port}`),
    );
    const words = [tool.command, ...tool.words, '-db', '-f', `${folder.inside}/haproxy.cfg`];
    this.#proxy = spawn('setpriv', ['--pdeathsig', 'KILL', ...words], { stdio: 'ignore' });
    this.#removeProxy = folder.remove;
    const url = urlAt(`127.0.0.1:${port}`);
    await within(30, 'HAProxy leads to the primary', () =>
      withClient(url, () => Promise.resolve(true)).catch(() => false),
    );
    return url;
  }

  async remove(): Promise<void> {
    if (this.#proxy && this.#proxy.exitCode === null) {
      const ended = once(this.#proxy, 'close');
      this.#proxy.kill('SIGKILL');
      await ended;
    }
    this.#removeProxy();
    for (const { patroni, etcd } of this.nodes) await Promise.all([patroni.kill(), etcd.kill()]);
    this.#network.remove();
  }
}
