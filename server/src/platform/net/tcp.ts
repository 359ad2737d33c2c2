// Opens a connection for a protocol other than HTTP, such as SMTP, to an address that was checked.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Guard {
  requireReachable: (host: string, address: string) => void;
  addressesOf: (host: string) => Promise<string[]>;
}

interface Target {
  host: string;
  port: number;
  withinMs: number;
}

export async function checkedAddress({ addressesOf }: Guard, host: string): Promise<string> {
  const [address] = await addressesOf(host);
  if (address === undefined) throw new Error(`${host} has no address`);
  return address;
}

export async function connectTcp(guard: Guard, { host, port, withinMs }: Target): Promise<Socket> {
  const socket = connect({ host: await checkedAddress(guard, host), port });
  const giveUp = () => socket.destroy(new Error(`${host}:${port} does not respond`));
  socket.setTimeout(withinMs, giveUp);
  try {
    await once(socket, 'connect');
    guard.requireReachable(host, socket.remoteAddress ?? '');
  } catch (error) {
    socket.destroy();
    throw error;
  }
  // The protocol has its own timeouts.
  socket.off('timeout', giveUp);
  socket.setTimeout(0);
  return socket;
}
