// The password of PostgreSQL may change while the process runs, so each new connection asks for the current one, and a
// login that is refused is repeated once after the secrets were read again.
import { callbackify } from 'node:util';
import pg from 'pg';
import { errorCode } from './pg-errors.ts';

export interface Login {
  /** Returns the current URL. */
  url: () => string;
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

const REFUSED = new Set(['28000', '28P01']);
export const isRefusedLogin = (error: unknown): boolean => REFUSED.has(errorCode(error) ?? '');

async function connectWithRetry<T>({ onRefused }: Login, connect: () => Promise<T>): Promise<T> {
  try {
    return await connect();
  } catch (error) {
    if (!isRefusedLogin(error)) throw error;
    onRefused();
    return connect();
  }
}

/** The pool makes its connections itself, by this class. */
const clientOf = ({ url }: Login) =>
  class extends pg.Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, connectionString: url() });
    }
  };

export class LoginPool extends pg.Pool {
  readonly #login: Login;

  constructor(login: Login, options: pg.PoolConfig) {
    super({
      ...options,
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
