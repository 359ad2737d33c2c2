// The payload of an event: a JSON object that does not nest too deep.
import { invalid } from '../../platform/errors.ts';
import { isDeeperThan, parse } from '../../platform/http/input/json.ts';

/** Senders nest up to about ten. Below the bound of request bodies, so that a stored payload fits into `preview`. */
const MAX_LEVELS = 64;

const refused = (code: 'invalid_type' | 'too_deep', message: string) =>
  invalid([{ in: 'body', pointer: '', code, message }]);

export function readPayload(bytes: Buffer): object {
  const payload = parse(bytes);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw refused('invalid_type', 'The body must be a JSON object.');
  if (isDeeperThan(payload, MAX_LEVELS))
    throw refused('too_deep', `The body must not nest more than ${MAX_LEVELS} levels deep.`);
  return payload;
}

/** An event that an earlier release stored may nest too deep to be serialised; it is shown as text. */
export function shownPayload(bytes: Buffer): unknown {
  const payload = parse(bytes);
  return isDeeperThan(payload, MAX_LEVELS) ? bytes.toString() : payload;
}
