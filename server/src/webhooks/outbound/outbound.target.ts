// A webhook may only target an https URL without credentials, at an allowed address.
import type { Fault } from '../../platform/errors.ts';
import type { Egress } from '../../platform/net/egress.ts';

const fault = (code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer: '/url',
  code,
  message,
});

function formFault(text: string): Fault | undefined {
  if (!URL.canParse(text)) return fault('invalid_format', 'url must be an absolute https URL.');
  const url = new URL(text);
  if (url.protocol !== 'https:') return fault('not_allowed', 'url must begin with https://.');
  if (url.username || url.password)
    return fault('not_allowed', 'url must not contain a user or password; use headers instead.');
  return undefined;
}

/** Returns why egress is not allowed; undefined if it is, and for a name that does not resolve yet. */
export async function refusalOf(egress: Egress, url: string): Promise<string | undefined> {
  try {
    await egress.check(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export async function targetFaults(egress: Egress, url: string): Promise<Fault[]> {
  const form = formFault(url);
  if (form) return [form];
  const refusal = await refusalOf(egress, url);
  return refusal === undefined
    ? []
    : [fault('refused_address', `${refusal} The operator can allow it with EGRESS_ALLOW.`)];
}
