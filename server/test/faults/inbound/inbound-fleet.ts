// Starts API processes that receive events, with a manager who configures webhooks and access to the tables.
import { connect } from '../../../src/platform/postgres/connection.ts';
import { type Json, sql } from '../../support/harness.ts';
import { startFleet } from '../../support/fleet.ts';
import type { ServiceProcess } from '../../support/service-process.ts';

export interface InboundFleet {
  apis: ServiceProcess[];
  sql: (text: string) => Promise<Json[]>;
  /** Sends a request as a manager to the first process. */
  manage: (method: string, path: string, body?: Json) => Promise<Json>;
  token: string;
  stop: () => Promise<void>;
}

export async function startInboundFleet(processes: number): Promise<InboundFleet> {
  const fleet = await startFleet(processes, { BASE_URL: 'http://desk.example.com' });
  const { apis, databaseUrl } = fleet;
  const { db, close } = connect(databaseUrl, { connections: 2, prepared: false }, () => {});
  const token = await fleet.tokenFor('itsm_manager', 'monitoring@example.com');
  return {
    apis,
    token,
    sql: async (text) => (await sql.raw<Json>(text).execute(db)).rows,
    manage: async (method, path, body) => {
      const response = await fetch(`${apis[0]?.url}/prod/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const reply = (await response.json()) as Json;
      if (!response.ok) throw new Error(JSON.stringify(reply));
      return reply;
    },
    stop: async () => {
      await close();
      await fleet.stop();
    },
  };
}
