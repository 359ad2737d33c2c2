// Where a webhook may point: https, no credentials in the url, an address that the service may reach.
import type { Fault } from '../../platform/errors.ts';
import type { Egress } from '../../platform/net/egress.ts';

const fault = (code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer: '/url',
  code,
  message,
});

function formFault(text: string): Fault | undefined {
  if (!URL.canParse(text)) return fault('invalid_format', 'url must be an absolute https address.');
  const url = new URL(text);
  if (url.protocol !== 'https:') return fault('not_allowed', 'url must begin with https://.');
  if (url.username || url.password)
    return fault('not_allowed', 'url must not carry a user or password; use headers.');
  return undefined;
}

/** Why the service would not connect there now; a name that nobody knows yet is no reason. */
export async function refusalOf(egress: Egress, url: string): Promise<string | undefined> {
  try {
    await egress.check(url);
    return undefined;
  } catch (refused) {
    return (refused as Error).message;
  }
}

export async function targetFaults(egress: Egress, url: string): Promise<Fault[]> {
  const form = formFault(url);
  if (form) return [form];
  const refusal = await refusalOf(egress, url);
  return refusal === undefined ? [] : [fault('refused_address', refusal)];
}
