// The payload of an event is a JSON object of limited depth.
import { invalid } from '../../platform/errors.ts';
import { isDeeperThan, parse } from '../../platform/http/input/json.ts';

/** Senders use about ten levels. The limit is below that of request bodies, so that a stored payload fits into `preview`. */
const MAX_LEVELS = 64;

const invalidPayload = (code: 'invalid_type' | 'too_deep', message: string) =>
  invalid([{ in: 'body', pointer: '', code, message }]);

export function readPayload(bytes: Buffer): object {
  const payload = parse(bytes);
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload))
    throw invalidPayload('invalid_type', 'The body must be a JSON object.');
  if (isDeeperThan(payload, MAX_LEVELS))
    throw invalidPayload(
      'too_deep',
      `The body must not be nested more than ${MAX_LEVELS} levels deep.`,
    );
  return payload;
}
