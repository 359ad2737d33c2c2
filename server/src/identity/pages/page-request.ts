// A hosted page is a row of a table: method and path, and the function that responds.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';

export interface PageRequest {
  deps: Deps;
  provider: Provider;
  request: IncomingMessage;
  response: ServerResponse;
  /** The client's IP address is taken from the trusted proxies. */
  address: string;
  /** Forms are sent to this public path, that of the page itself. */
  action: string;
  /** This is the part of the path where the row has `:id`; empty for others. */
  id: string;
  query: URLSearchParams;
}

/** The keys are methods and paths, such as `GET /interaction/:id`. */
export type PageTable = Readonly<Record<string, (pageRequest: PageRequest) => Promise<void>>>;

/** Returns the public path of another page. */
export const publicPath = ({ deps }: Pick<PageRequest, 'deps'>, path: string): string =>
  new URL(deps.config.AUTH_URL).pathname.replace(/\/$/, '') + path;

/** The session is of the provider, so people sign in through any application, such as the console. */
export const consoleUrl = ({ deps }: Pick<PageRequest, 'deps'>): string =>
  `${deps.config.BASE_URL.replace(/\/$/, '')}/console/`;
