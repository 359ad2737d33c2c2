/**
 * Converts times to UTC with milliseconds, as PostgreSQL returns them, so that an equal time in another form is no
 * update; absent and null stay.
 */
export const withStoredTimes = <T extends object>(
  input: T,
  fields: readonly (keyof T & string)[],
): T => {
  const given = fields.filter((field) => typeof input[field] === 'string');
  const stored = given.map((field) => [field, new Date(input[field] as string).toISOString()]);
  return { ...input, ...Object.fromEntries(stored) };
};
