// Every column that holds sealed bytes, so that `admin rekey` finds them all. The module that seals a column registers it.

export interface SealedColumn {
  table: string;
  column: string;
}

const registered: SealedColumn[] = [];
let followed: SealedColumn | undefined;

export function registerSealedColumns(table: string, ...columns: string[]): void {
  registered.push(...columns.map((column) => ({ table, column })));
}

/** The column whose key every process seals with: it is changed first, and in one transaction. */
export function registerFollowedColumn(table: string, column: string): void {
  followed = { table, column };
}

export const followedColumn = (): SealedColumn | undefined => followed;
export const sealedColumns = (): readonly SealedColumn[] => registered;
