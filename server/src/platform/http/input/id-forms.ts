// A path with an id of another form is not found. The error shows the form, and the id that the caller probably meant:
// it is computed from the text alone, so it is the same whether there is such a record or not.

export interface IdSchema {
  pattern: string;
  example: string;
  'x-form-of': string;
}

const PREFIX = /^[A-Za-z_]*/;

/** Returns the text after the prefix, which may be in the wrong case, separated from it, or missing. */
const withoutPrefix = (given: string, prefix: string): string =>
  (given.toUpperCase().startsWith(prefix.toUpperCase())
    ? given.slice(prefix.length)
    : given
  ).replace(/^[-_ #]/, '');

/** Returns texts of which one may be the id: in the other case, with the prefix, with leading zeros. */
function completionsOf(given: string, { pattern, example }: IdSchema): string[] {
  const whole = [given.toUpperCase(), given.toLowerCase()];
  const [prefix = ''] = PREFIX.exec(example) ?? [];
  // An id that people choose has no prefix.
  if (prefix === '' || !pattern.startsWith(`^${prefix}`)) return whole;
  const rest = withoutPrefix(given, prefix);
  const digits = example.slice(prefix.length);
  const padded = /^\d+$/.test(rest) && /^\d+$/.test(digits) && rest.padStart(digits.length, '0');
  const rests = [rest.toUpperCase(), rest.toLowerCase(), ...(padded ? [padded] : [])];
  return [...whole, ...rests.map((one) => prefix + one)];
}

/** No id is longer, so a longer text means none. */
const MAX_LENGTH = 100;

/** Says how ids of the schema look. */
export function formSentence(schema: IdSchema, given: string): string {
  const pattern = new RegExp(schema.pattern);
  const completions = given.length > MAX_LENGTH ? [] : completionsOf(given, schema);
  const meant = completions.find((one) => pattern.test(one));
  const form = `${schema['x-form-of']} look like ${schema.example}`;
  return meant === undefined ? `${form}.` : `${form}; did you mean ${meant}?`;
}
