// A section of the interface, tested over TCP on both addresses of the API.
import { after, before, describe } from 'node:test';
import {
  type Ask,
  type Instance,
  type Json,
  PREFIXES,
  type Reply,
  startInstance,
} from '../harness.ts';

export interface Desk {
  instance: Instance;
  prefix: string;
  call: (method: string, path: string, ask?: Ask) => Promise<Reply>;
  /** A new incident with what you leave out filled in. */
  incident: (fields?: Json, ask?: Ask) => Promise<Json>;
  patch: (id: string, body: Json, ask?: Ask) => Promise<Reply>;
  /** Walks an incident through states, one after the other. */
  walk: (id: string, ...states: string[]) => Promise<void>;
  events: (id: string) => Promise<Json[]>;
}

/** Time that stands until a test moves it. */
export class TestClock {
  now = new Date('2026-03-02T08:00:00.000Z');
  forward(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000);
  }
}

export function section(
  name: string,
  tests: (desk: Desk) => void,
  options: { clock?: TestClock; env?: Record<string, string> } = {},
): void {
  describe(name, () => {
    let instance: Instance;
    before(async () => {
      const { clock, env } = options;
      instance = await startInstance({
        ...(clock && { now: () => clock.now }),
        ...(env && { env }),
      });
    });
    after(() => instance.stop());

    for (const prefix of PREFIXES) {
      const call: Desk['call'] = (method, path, ask) =>
        instance.call(method, path, { prefix, ...ask });
      const patch: Desk['patch'] = (id, body, ask) =>
        call('PATCH', `/incidents/${id}`, { ...ask, body });
      const desk: Desk = {
        get instance() {
          return instance;
        },
        prefix,
        call,
        patch,
        incident: async (fields = {}, ask = {}) => {
          const { status, body, text } = await call('POST', '/incidents', {
            ...ask,
            body: { short_description: 'Printer on fire', ...fields },
          });
          if (status !== 201) throw new Error(text);
          return body;
        },
        walk: async (id, ...states) => {
          for (const state of states) {
            const { status, text } = await patch(id, { state });
            if (status !== 200) throw new Error(text);
          }
        },
        events: (id) =>
          instance.sql('select * from events where record_id = $1 order by sequence', [id]),
      };
      describe(`below ${prefix}`, () => tests(desk));
    }
  });
}
