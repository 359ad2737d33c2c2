// Proves round robin at two API processes.
import { LoadClient } from '../../support/client.ts';
import { withClient } from '../../support/databases.ts';
import { startFleet } from '../../support/fleet.ts';
import type { Json } from '../../support/harness.ts';
import { killRest } from '../../support/processes.ts';
import type { Report } from '../../support/report.ts';
import { proveRotation, type RotationSizes } from './rotation.ts';

const PROCESSES = 2;

export async function proveRotationOfFleet(sizes: RotationSizes): Promise<Report> {
  const fleet = await startFleet(PROCESSES);
  const client = new LoadClient(sizes.clients);
  try {
    const headers = {
      ...(await fleet.bearer('rotations', ['super_admin'])),
      'content-type': 'application/json',
    };
    let sent = 0;
    const send = async (method: string, path: string, body?: object): Promise<Json> => {
      const { url } = fleet.apis[(sent += 1) % PROCESSES] ?? { url: '' };
      const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const { status, text } = await client.send(`${url}/prod/api/v1${path}`, request);
      if (status >= 300 || status === 0) throw new Error(`${method} ${path}: ${status} ${text}`);
      return JSON.parse(text);
    };
    return await withClient(fleet.databaseUrl, (database) =>
      proveRotation(
        { send, sql: async (text, values) => (await database.query(text, values)).rows },
        sizes,
      ),
    );
  } finally {
    client.close();
    await fleet.stop();
    await killRest();
  }
}
