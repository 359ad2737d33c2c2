// Names are resolved by a resolver of our own, because the senders of mail choose them: the lookup of the system has four
// threads for the whole process. One mail may ask only so much, and wait only so long.
import { Resolver } from 'node:dns/promises';
import type { Clock } from '../../platform/clock.ts';

/** Rejects with the codes of node:dns. */
export type MailResolver = (domain: string, type: string) => Promise<string[][] | string[]>;

const ATTEMPT_MS = 2000;

export function systemResolver(): MailResolver {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: 2 });
  return async (domain, type) => (await resolver.resolve(domain, type)) as string[][] | string[];
}

/** A signature needs one name, the alignment of a domain eight at most. */
const MAX_QUERIES = 40;
const MAX_RECORDS = 100;
const MAX_RECORD_LENGTH = 16_384;
const WITHIN_MS = 10_000;

class ResolverError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const lengthOf = (records: string[][] | string[]): number =>
  records.reduce((sum, record) => sum + [record].flat().join('').length, 0);

/** Above its limits, the resolver of `work` fails as if a server did not respond. */
export async function withBoundedResolver<T>(
  resolve: MailResolver,
  clock: Clock,
  work: (bounded: MailResolver) => Promise<T>,
): Promise<T> {
  let queries = 0;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  ended.catch(() => {});
  const timeout = new ResolverError('ETIMEOUT', 'DNS did not respond in time.');
  const cancel = clock.after(WITHIN_MS, () => reject(timeout));
  try {
    return await work(async (domain, type) => {
      queries += 1;
      if (queries > MAX_QUERIES)
        throw new ResolverError('EREFUSED', 'The mail needs too many names.');
      const records = await Promise.race([resolve(domain, type), ended]);
      if (records.length > MAX_RECORDS || lengthOf(records) > MAX_RECORD_LENGTH)
        throw new ResolverError('EBADRESP', `The records of ${domain} are too long.`);
      return records;
    });
  } finally {
    cancel();
  }
}
