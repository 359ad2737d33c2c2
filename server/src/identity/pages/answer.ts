// Which requests are for a page of ours; all others are the provider's.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { Deps } from '../../platform/deps.ts';

/** Says whether it has answered. */
export async function answerPage(
  _deps: Deps,
  _provider: Provider,
  _request: IncomingMessage,
  _response: ServerResponse,
): Promise<boolean> {
  return false;
}
