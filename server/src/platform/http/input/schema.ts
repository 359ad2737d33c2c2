// Schemas are built in a form that suits both the validator and OpenAPI 3.1.
import Type, { type Static, type TObject, type TSchema, type TUnsafe } from 'typebox';

/** Adds the type to the enum, which the serialiser, the validator and OpenAPI need. */
export const oneOf = <const T extends string>(
  values: readonly T[],
  options: object = {},
): TUnsafe<T> => Type.Unsafe<T>({ type: 'string', enum: values, ...options });

/** Ends the description of a response value. The check of the contract accepts new values only where a description says this. */
export const announceMore = (noun: string): string =>
  `More ${noun} may be added; ignore unknown ones.`;

/** `type: [x, 'null']` gives one error instead of the two of a union, and a simpler document. */
export const nullable = <T extends TSchema>(schema: T): TUnsafe<Static<T> | null> => {
  const { type, enum: values, ...rest } = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<T> | null>({
    type: [type, 'null'],
    ...(values && { enum: [...values, null] }),
    ...rest,
  });
};

/** `plural` names the ids in the error about a path with an id of another form, which also shows the example. */
export const idText = (
  plural: string,
  options: { pattern: string; example: string; description?: string },
) => Type.String({ ...options, 'x-form-of': plural });

/** The OpenAPI document does not have these members of our schemas. */
export const internalKeywords: readonly string[] = ['x-read-only', 'x-ignored', 'x-form-of'];

/** Several such texts fit into one entry of an index, which PostgreSQL bounds to 2,704 bytes. */
const MAX_INDEXED_BYTES = 400;

/** The text is in an index together with other text. */
export const indexedText = (options: {
  maxLength: number;
  description: string;
  format?: 'email';
  pattern?: string;
}) =>
  Type.String({
    ...options,
    description: `${options.description} At most ${MAX_INDEXED_BYTES} bytes in UTF-8.`,
    'x-max-utf8-bytes': MAX_INDEXED_BYTES,
  });

export const object = <T extends Parameters<typeof Type.Object>[0]>(
  properties: T,
  options: object = {},
) => Type.Object(properties, { additionalProperties: false, ...options });

export const deletedSchema = (id: TSchema, title: string) =>
  object(
    {
      id,
      deleted: Type.Literal(true),
      deleted_at: Type.String({ format: 'date-time' }),
      deleted_by: Type.String(),
    },
    { title },
  );

/** Picks the members of the schema, so that a response never contains a whole row. */
export const picker = <T extends TObject>(schema: T): ((source: object) => Static<T>) => {
  const names = Object.keys(schema.properties);
  return (source) => {
    const from = source as Record<string, unknown>;
    const picked: Record<string, unknown> = {};
    for (const name of names) {
      if (from[name] !== undefined) picked[name] = from[name];
    }
    return picked as Static<T>;
  };
};
