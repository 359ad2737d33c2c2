// Each section of the contract is tested over TCP below the address of the current version; alias.test.ts compares the
// other.
import { after, before, describe } from 'node:test';
import { CURRENT_VERSION } from '../../src/platform/http/request/request-url.ts';
import {
  type RequestOptions,
  type Instance,
  type Json,
  type Reply,
  startInstance,
} from '../support/harness.ts';

export interface TestInstance {
  /** The instance serves anything that the methods below do not cover. */
  running: Instance;
  /** Paths of requests are relative to this root of the API. */
  prefix: string;
  call: (method: string, path: string, options?: RequestOptions) => Promise<Reply>;
  /** Creates an incident with defaults for the fields left out. */
  incident: (fields?: Json, options?: RequestOptions) => Promise<Json>;
  patch: (id: string, body: Json, options?: RequestOptions) => Promise<Reply>;
  /** Moves an incident through states, one after the other. */
  walk: (id: string, ...states: string[]) => Promise<void>;
  events: (id: string) => Promise<Json[]>;
}

/** The clock stands still until a test moves it. */
export class TestClock {
  now = new Date('2026-03-02T08:00:00.000Z');
  forward(seconds: number): void {
    this.now = new Date(this.now.getTime() + seconds * 1000);
  }
}

export function section(
  name: string,
  tests: (instance: TestInstance) => void,
  options: { clock?: TestClock; env?: Record<string, string> } = {},
): void {
  describe(name, () => {
    let running: Instance;
    before(async () => {
      const { clock, env } = options;
      running = await startInstance({
        ...(clock && { now: () => clock.now }),
        ...(env && { env }),
      });
    });
    after(() => running.stop());

    const prefix = CURRENT_VERSION;
    const call: TestInstance['call'] = (method, path, callOptions) =>
      running.call(method, path, callOptions);
    const patch: TestInstance['patch'] = (id, body, callOptions) =>
      call('PATCH', `/incidents/${id}`, { ...callOptions, body });
    const instance: TestInstance = {
      get running() {
        return running;
      },
      prefix,
      call,
      patch,
      incident: async (fields = {}, callOptions = {}) => {
        const { status, body, text } = await call('POST', '/incidents', {
          ...callOptions,
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
        running.sql('select * from events where record_id = $1 order by sequence', [id]),
    };
    tests(instance);
  });
}
