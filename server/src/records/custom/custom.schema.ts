// The member `custom` of records, and how it is documented: which keys it has is decided by the instance.
import Type from 'typebox';

export const KEY_PATTERN = '[a-z][a-z0-9_]{0,39}';
export const MAX_FIELDS = 100;

const example = { site: 'Munich' };

const values = (description: string) =>
  Type.Record(Type.String({ pattern: `^${KEY_PATTERN}$` }), Type.Unknown(), {
    maxProperties: MAX_FIELDS,
    description,
    examples: [example],
  });

export const customShown = values(
  "Values of the instance's own fields by key, as far as you may see them (`GET /fields`). Absent if the instance has none for these records.",
);

export const customSent = values(
  "Values of the instance's own fields by key (`GET /fields`). A key that is absent leaves its value; null clears it.",
);

/** Lists have the member on request, with `fields=custom`. */
export const listedCustom = { custom: customShown };

/** Lists take one such parameter for each field that is filterable. */
export const FILTER_PREFIX = 'cf.';
export const customFilterPatterns = {
  [`^cf\\.${KEY_PATTERN}$`]: Type.Array(Type.String({ maxLength: 1000 }), {
    description:
      "Value of one of the instance's own fields that is `filterable`, by its key: `cf.site=Munich`. Comma-separated; matches any of the values. `total` is exact up to 10,000.",
    style: 'form',
    explode: false,
    maxItems: 50,
  }),
};
