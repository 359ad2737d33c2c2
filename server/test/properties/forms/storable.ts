// Bodies are JSON, and text that PostgreSQL cannot store is refused wherever it stands in one.

export const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Neither NUL nor half of a character can be stored, in values and in names of members. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return (
    typeof value !== 'object' || value === null || Object.entries(value).flat().every(isStorable)
  );
}
