// Decides whether a person is in the audience of an item. Conditions are compiled once for each text.
import { compileCondition, type Condition, type ConditionTest } from '../../conditions/index.ts';
import { findUserOfAddress } from '../../identity/index.ts';
import type { Db, Tx } from '../../platform/postgres/tables.ts';
import { requesterFields } from '../../records/index.ts';

/** There are at most 500 items; older versions may be in the cache as well. */
const MAX_CACHED = 2000;
const cache = new Map<string, ConditionTest>();

/** Equal texts are equal conditions, in whatever database they are. */
function testOf(audience: string): ConditionTest {
  const known = cache.get(audience);
  if (known) return known;
  if (cache.size >= MAX_CACHED) cache.clear();
  const test = compileCondition(JSON.parse(audience) as Condition, requesterFields());
  cache.set(audience, test);
  return test;
}

/** The audience is the text of a valid condition. */
export type AudienceTest = (audience: string) => boolean;

/** Nobody in the directory has the address of a client, so its fields have no value. */
export async function audienceTestFor(db: Db | Tx, address: string): Promise<AudienceTest> {
  const requester = (await findUserOfAddress(db, address)) ?? null;
  return (audience) => testOf(audience)({ after: {}, requester });
}
