// Every column that holds sealed bytes, so that `admin rekey` finds them all. The module that seals a column registers it.
interface SealedColumn {
  table: string;
  column: string;
}

const registered: SealedColumn[] = [];

export function registerSealedColumns(table: string, ...columns: string[]): void {
  registered.push(...columns.map((column) => ({ table, column })));
}

export const sealedColumns = (): readonly SealedColumn[] => registered;
