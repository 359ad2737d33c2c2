// Simulates two hosts of a database, each in a network namespace behind a link of its own. Cutting a link loses its host
// without a TCP reset, and the host name resolves to the other one from then on. Needs root and iproute2.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'database.test';
const PORT = 5432;

const ip = (...words: string[]): string => execFileSync('ip', words, { encoding: 'utf8' });

export function canCutLinks(): boolean {
  const name = `signalbox-probe-${process.pid}`;
  try {
    ip('netns', 'add', name);
    ip('netns', 'delete', name);
    return true;
  } catch {
    return false;
  }
}

/** Forwards connections from an address in a namespace to one outside. */
const FORWARD = `
  const { connect, createServer } = require('node:net');
  const [from, port, to, toPort] = process.argv.slice(1);
  createServer((near) => {
    const far = connect(Number(toPort), to);
    for (const one of [near, far]) one.on('error', () => {}).on('close', () => { near.destroy(); far.destroy(); });
    near.pipe(far).pipe(near);
  }).listen(Number(port), from, () => console.log('listening'));`;

/** Makes the database reachable at `address`, which is in the namespace `name`. */
async function startHost(name: string, subnet: string, database: URL) {
  const [outside, address] = [`${subnet}.1`, `${subnet}.2`];
  const [near, far] = [`${name}o`, `${name}i`];
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(Number(database.port), database.hostname);
    for (const one of [from, to])
      sockets.add(
        one
          .on('error', () => {})
          .on('close', () => {
            sockets.delete(one);
            from.destroy();
            to.destroy();
          }),
      );
    from.pipe(to).pipe(from);
  });
  ip('netns', 'add', name);
  ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', name);
  ip('address', 'add', `${outside}/30`, 'dev', near);
  ip('link', 'set', near, 'up');
  ip('-n', name, 'address', 'add', `${address}/30`, 'dev', far);
  ip('-n', name, 'link', 'set', far, 'up');
  await once(server.listen(0, outside), 'listening');
  const { port } = server.address() as AddressInfo;
  const words = [address, String(PORT), outside, String(port)];
  const forward = spawn('ip', ['netns', 'exec', name, process.execPath, '-e', FORWARD, ...words]);
  await once(forward.stdout, 'data');
  return {
    address,
    connect: () => ip('-n', name, 'link', 'set', far, 'up'),
    /** Open transactions end with the link. Returns how many connections were lost. */
    cut: (): number => {
      ip('-n', name, 'link', 'set', far, 'down');
      const lost = sockets.size / 2;
      for (const socket of sockets) socket.destroy();
      return lost;
    },
    remove: () => {
      forward.kill('SIGKILL');
      for (const socket of sockets) socket.destroy();
      server.close();
      ip('link', 'delete', near);
      ip('netns', 'delete', name);
    },
  };
}

/** Writes a script that runs Node with its own /etc/hosts, in a mount namespace. */
function programWith(folder: string, hosts: string): string {
  const path = join(folder, 'node');
  const script = `#!/bin/sh\nexec unshare --mount sh -c 'mount --bind ${hosts} /etc/hosts && exec ${process.execPath} "$@"' node "$@"\n`;
  writeFileSync(path, script, { mode: 0o755 });
  return path;
}

export async function startCutLinks(databaseUrl: string) {
  const database = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-links-'));
  const hosts = join(folder, 'hosts');
  const subnetOf = (n: number) => `10.213.${((process.pid * 2) % 250) + n}`;
  const nameOf = (n: number) => `sb${process.pid}${n}`;
  const links = [
    await startHost(nameOf(0), subnetOf(0), database),
    await startHost(nameOf(1), subnetOf(1), database),
  ] as const;
  let [current, other] = links;
  const lead = () => writeFileSync(hosts, `127.0.0.1 localhost\n${current.address} ${NAME}\n`);
  lead();
  const url = new URL(databaseUrl);
  url.host = `${NAME}:${PORT}`;
  return {
    url: url.href,
    node: programWith(folder, hosts),
    /** Returns how many connections were lost. */
    lose: (): number => {
      other.connect();
      const lost = current.cut();
      [current, other] = [other, current];
      lead();
      return lost;
    },
    close: () => {
      for (const link of links) link.remove();
      rmSync(folder, { recursive: true });
    },
  };
}
