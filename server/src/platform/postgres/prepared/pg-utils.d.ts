/** The driver converts values for PostgreSQL with this undeclared function. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue: (value: unknown) => Buffer | string | null };
  export default utils;
}
