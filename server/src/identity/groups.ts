// Groups of people who work together.
import type { Tx } from '../platform/db.ts';

/** Where a group reads its mail, if it is known and has an address. */
export const groupAddress = async (_tx: Tx, _name: string): Promise<string | null> => null;
