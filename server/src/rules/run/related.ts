// Reads the records that conditions compare besides the one of the write.
import { findUserOfAddress } from '../../identity/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { type AnyAutomation, requesterOf, typeNamed } from '../../records/index.ts';
import type { Row } from '../actions/draft.ts';
import type { CompiledRule } from './compiled.ts';
import type { Related, RunInput } from './interpret.ts';

/** Reads the CI and the requester of a row once each. */
export function relatedReader(db: Db | Tx, automation: AnyAutomation): RunInput['readRelated'] {
  const known = new Map<string, Promise<object | null>>();
  const once = (key: string, read: () => Promise<object | undefined>): Promise<object | null> => {
    const found = known.get(key) ?? read().then((one) => one ?? null);
    known.set(key, found);
    return found;
  };
  return async (row: Row, { readsCi, readsRequester }: CompiledRule): Promise<Related> => {
    const requester = readsRequester ? requesterOf(automation.type, row) : null;
    const ciId = readsCi ? (row.ci_id as string | null) : null;
    return {
      ...(ciId && {
        ci: await once(`ci ${ciId}`, async () => typeNamed('ci')?.table.find(db, ciId)),
      }),
      ...(requester !== null && {
        requester: await once(`person ${requester}`, () => findUserOfAddress(db, requester)),
      }),
    };
  };
}
