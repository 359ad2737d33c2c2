// The console has one client of the API; the session supplies its tokens.
import { Signalbox, type TokenFunction } from '@signalbox/sdk';
import { observedFetch } from './connection.ts';

export type { TokenHint } from '@signalbox/sdk';

const unset: TokenFunction = () => {
  throw new Error('The session has not started.');
};

let supply = unset;

export const supplyTokens = (tokens: TokenFunction): void => {
  supply = tokens;
};

export const client = new Signalbox({
  baseUrl: location.origin,
  token: (hint) => supply(hint),
  fetch: observedFetch,
  timeoutMs: 20_000,
  maxRetries: 3,
});
