// The running service is a subject over HTTP, on its database, with sweeps of several workers at once.
import { sweepSla } from '../../../src/incidents/index.ts';
import type { Instance, Reply } from '../../support/harness.ts';
import { clockViewOf } from './clock-view.ts';
import type { Begin } from './walk.ts';

/** The actions advance the clock of the instance. */
export interface TestClock {
  at: number;
}

const WORKERS = 2;

const assertAccepted = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`${reply.status}: ${reply.text}`);
  return reply;
};

/** Marks events out of the order of their sequence, or with a gap in it. */
function eventLines(rows: { type: string; sequence: number; occurred_at: Date }[]): string[] {
  const torn = rows.findIndex(({ sequence }, index) => sequence !== index + 1);
  if (torn !== -1) throw new Error(`event ${torn + 1} has sequence ${rows[torn]?.sequence}`);
  return rows
    .filter(({ type }) => type.startsWith('sla.'))
    .map(({ type, occurred_at }) => `${type} ${occurred_at.toISOString()}`);
}

export const beginWithService =
  (instance: Instance, clock: TestClock): Begin =>
  async (start, priority) => {
    const call = async (at: number, method: string, path: string, body?: object) => {
      clock.at = at;
      return assertAccepted(await instance.call(method, path, body ? { body } : {}));
    };
    const { body: incident } = await call(start, 'POST', '/incidents', {
      short_description: 'Watched',
      priority,
    });
    const path = `/incidents/${incident.id}`;
    let isDeleted = false;
    return {
      change: async (at, patch) => void (await call(at, 'PATCH', path, patch)),
      remove: async (at) => {
        await call(at, 'DELETE', path);
        isDeleted = true;
      },
      restore: async (at) => {
        await call(at, 'POST', `${path}/restore`);
        isDeleted = false;
      },
      sweep: async (at) => {
        clock.at = at;
        const all = async () => {
          while (await sweepSla(instance.deps));
        };
        await Promise.all(Array.from({ length: WORKERS }, all));
      },
      view: async (at) => {
        if (isDeleted) return undefined;
        const { body } = await call(at, 'GET', `${path}/sla`);
        const rows = await instance.sql(
          'select type, sequence, occurred_at from events where record_id = $1 order by position',
          [incident.id],
        );
        return clockViewOf(eventLines(rows as Parameters<typeof eventLines>[0]), body);
      },
    };
  };
