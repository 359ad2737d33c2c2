// Validates the body of a PATCH against the current record.
import { isDeepStrictEqual } from 'node:util';
import { invalid } from '../../errors.ts';
import type { PatchReader } from '../request/context.ts';
import { readOnlyFault } from './validation-messages.ts';
import type { Input } from './validation.ts';

/**
 * A read-only field may be sent back unchanged, so that a client can send what it read; another value is a fault,
 * reported together with all others. `current` returns the record as the caller sees it.
 */
export const patchReader =
  (body: unknown, { faults, echoed }: Input): PatchReader<object> =>
  async (current) => {
    const sent = (body ?? {}) as Record<string, unknown>;
    const shown = (echoed.length > 0 ? await current(sent) : {}) as Record<string, unknown>;
    const altered = echoed.filter((name) => !isDeepStrictEqual(sent[name], shown[name]));
    const all = [...faults, ...altered.map((name) => readOnlyFault(name))];
    if (all.length > 0) throw invalid(all);
    return Object.fromEntries(Object.entries(sent).filter(([name]) => !echoed.includes(name)));
  };
