// Clients of the SDK reach a whole instance over TCP.
import { after, before, describe } from 'node:test';
import { registerClient, type Role, systemContext } from '../../server/src/identity/index.ts';
import { type Instance, startInstance } from '../../server/test/support/harness.ts';
import { freePort } from '../../server/test/support/ports.ts';
import { type ConnectionOptions, Signalbox } from '../src/index.ts';

export interface SdkInstance {
  running: Instance;
  /** Returns a client with the credentials of a new OAuth client; every option of the SDK can be overridden. */
  clientAs: (role: Role, options?: Partial<ConnectionOptions>) => Promise<Signalbox>;
  credentialsOf: (role: Role) => Promise<{ clientId: string; clientSecret: string }>;
}

let registered = 0;

/** The public address is the one that the instance listens on: a client refuses an instance that has another one. */
export async function startPublicInstance(
  options: Parameters<typeof startInstance>[0] = {},
): Promise<Instance> {
  const port = await freePort();
  const env = { BASE_URL: `http://127.0.0.1:${port}`, ...options.env };
  return startInstance({ ...options, port: Number(port), env });
}

export function sdkSection(
  name: string,
  tests: (instance: SdkInstance) => void,
  options: Parameters<typeof startInstance>[0] = {},
): void {
  describe(name, () => {
    let running: Instance;
    before(async () => {
      running = await startPublicInstance(options);
    });
    after(() => running.stop());

    const credentialsOf: SdkInstance['credentialsOf'] = async (role) => {
      const { deps } = running;
      const { row, secret } = await deps.db.transaction().execute((tx) =>
        registerClient(tx, systemContext(deps, 'tests'), deps.config, {
          name: `sdk ${(registered += 1)}`,
          email: `sdk-${registered}@example.com`,
          roles: [role],
        }),
      );
      return { clientId: row.id, clientSecret: secret };
    };
    tests({
      get running() {
        return running;
      },
      credentialsOf,
      clientAs: async (role, overrides = {}) =>
        new Signalbox({
          baseUrl: running.url,
          ...(await credentialsOf(role)),
          ...overrides,
        }),
    });
  });
}
