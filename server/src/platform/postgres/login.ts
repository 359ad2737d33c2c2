// The password of PostgreSQL may change while the process runs, so each new connection asks for the current one, and a
// login that is refused is repeated once after the secrets were read again. So is one whose host is no longer the primary.
import { callbackify } from 'node:util';
import pg from 'pg';
import { parseDatabaseUrl } from './hosts/database-url.ts';
import { type HostsLogin, PrimaryMovedError, primaryOf } from './hosts/primary.ts';
import { isRefusedLogin } from './pg-errors.ts';

export interface Login extends HostsLogin {
  /** Called before the login is repeated. */
  onRefused: () => void;
}

/** The `application_name` of connections shows an operator what each is for. */
export const connectionNames = {
  pool: 'signalbox',
  health: 'signalbox health',
  maintenance: 'signalbox maintenance',
  jobs: 'signalbox jobs',
  listen: 'signalbox listen',
} as const;

export const fixedLogin = (url: string): Login => ({ url: () => url, onRefused: () => {} });

async function connectWithRetry<T>({ onRefused }: Login, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (isRefusedLogin(error)) onRefused();
    else if (!(error instanceof PrimaryMovedError)) throw error;
    return connect();
  }
}

const onlyHostOf = (url: string): string => parseDatabaseUrl(url).hosts[0]?.url ?? url;

/** Makes clients that connect to the primary where the URL names several hosts. */
export const clientOf = (login: Login) =>
  class extends pg.Client {
    readonly #primary;

    constructor(options: pg.ClientConfig) {
      const url = login.url();
      const primary = primaryOf(url);
      super({ ...options, connectionString: primary ? onlyHostOf(url) : url });
      this.#primary = primary;
    }

    override connect(): Promise<pg.Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<pg.Client> | void {
      if (!this.#primary) return done ? super.connect(done) : super.connect();
      const connecting = this.#primary.connect(this, login, () => super.connect());
      if (!done) return connecting.then(() => this);
      callbackify(() => connecting)(done);
    }
  };

export class LoginPool extends pg.Pool {
  readonly #login: Login;

  constructor(login: Login, options: pg.PoolConfig) {
    super({
      ...options,
      // The pool makes its connections itself, by this class.
      Client: clientOf(login) as unknown as NonNullable<pg.PoolConfig['Client']>,
    });
    this.#login = login;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(done: ConnectCallback): void;
  override connect(done?: ConnectCallback): Promise<pg.PoolClient> | void {
    const connecting = connectWithRetry(this.#login, () => super.connect());
    if (!done) return connecting;
    // The pool's own `query` uses the form with a callback.
    callbackify(() => connecting)((error, client) =>
      done(error ?? undefined, client, (reason) => client?.release(reason)),
    );
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;
