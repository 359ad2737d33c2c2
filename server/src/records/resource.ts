// Derives the schemas of a record type from one list of its fields: summary (in lists), full, create and update.
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { addBodyRule, type BodyRule } from '../platform/http/input/body-rules.ts';
import { deletedSchema, object } from '../platform/http/input/schema.ts';
import type { CustomizedType } from '../platform/runtime/custom-fields.ts';
import { declareCustom } from './custom/custom.rules.ts';
import { customSent, customShown } from './custom/custom.schema.ts';

interface Fields<
  Required extends TProperties,
  Optional extends TProperties,
  Nullable extends TProperties,
  ReadOnly extends TProperties,
> {
  id: TSchema;
  /** Creation requires these fields. */
  required: Required;
  /** These fields have a default; null does not clear them. */
  optional: Optional;
  /** Null clears them. Use `nullable` for their schemas. */
  nullable: Nullable;
  /** The service sets these fields. `created_at`, `updated_at`, `version` and the fields of a deletion are added. */
  readOnly: ReadOnly;
}

interface Extras<
  Create extends TProperties,
  Update extends TProperties,
  OfWrites extends TProperties,
> {
  /** These members occur in the request only, such as a note to add. One with the name of a field replaces it. */
  create?: Create;
  update?: Update;
  /** Only responses to writes have these optional members, which are ignored when sent back. */
  ofWrites?: OfWrites;
}

interface Examples {
  full: object;
  create: object;
  update: object;
}

const times = {
  created_at: Type.String({ format: 'date-time' }),
  updated_at: Type.String({ format: 'date-time' }),
};
const version = Type.Integer({
  description: 'Incremented by every update; the value of the ETag.',
});
const deletion = {
  deleted: Type.Optional(
    Type.Literal(true, {
      description: 'Present only on a deleted record, read with `include_deleted`.',
    }),
  ),
  deleted_at: Type.Optional(Type.String({ format: 'date-time' })),
  deleted_by: Type.Optional(Type.String()),
};

const shownCustom = { custom: Type.Optional(customShown) };
const sentCustom = { custom: Type.Optional(customSent) };

const partial = <T extends TProperties>(properties: T) =>
  Type.Partial(Type.Object(properties)).properties;

export function resource<
  Required extends TProperties,
  Optional extends TProperties,
  Nullable extends TProperties,
  ReadOnly extends TProperties,
  const Listed extends
    | keyof Required
    | keyof Optional
    | keyof Nullable
    | keyof ReadOnly
    | keyof typeof times,
  Create extends TProperties = {},
  Update extends TProperties = {},
  OfWrites extends TProperties = {},
>({
  title,
  id,
  required,
  optional,
  nullable,
  readOnly,
  summary,
  create,
  update,
  ofWrites,
  isDeletable = true,
  custom,
  createRule,
  examples,
}: Fields<Required, Optional, Nullable, ReadOnly> &
  Extras<Create, Update, OfWrites> & {
    title: string;
    /** Lists show these fields in this order, after the id. */
    summary: readonly Listed[];
    /** False if no request deletes a record; the members of a deleted record are then omitted. */
    isDeletable?: boolean;
    /** Records of this type have the fields that the instance adds. */
    custom?: CustomizedType;
    /** Finds faults of a new record that its schema cannot say. */
    createRule?: BodyRule;
    examples: Examples;
  }) {
  const shown = { id, ...required, ...optional, ...nullable, ...readOnly, ...times };
  const listed = Object.fromEntries(
    ['id', ...summary].map((name) => [name, (shown as TProperties)[name as string]]),
  ) as { id: TSchema } & Pick<typeof shown, Listed>;
  const Full = object(
    {
      ...listed,
      ...shown,
      version,
      ...(isDeletable && deletion),
      ...ofWrites,
      ...(custom && shownCustom),
    },
    { title, examples: [examples.full] },
  ) as TObject<
    typeof shown & { version: typeof version } & typeof deletion & OfWrites & typeof shownCustom
  >;
  const ignored = Object.keys(ofWrites ?? {});
  const sent = custom ? sentCustom : ({} as typeof sentCustom);
  const writable = { ...required, ...optional, ...nullable };
  const readOnlyNames = (extras: TProperties = {}) =>
    Object.keys(Full.properties).filter(
      (name) => !(name in writable || name in extras || ignored.includes(name)),
    );
  const Create = object(
    { ...required, ...partial({ ...optional, ...nullable }), ...(create as Create), ...sent },
    {
      title: `${title}Create`,
      'x-read-only': readOnlyNames({ ...create, ...sent }),
      'x-ignored': ignored,
      examples: [examples.create],
    },
  );
  const Update = object(
    { ...partial(writable), ...(update as Update), ...sent },
    {
      title: `${title}Update`,
      minProperties: 1,
      'x-read-only': readOnlyNames({ ...update, ...sent }),
      'x-ignored': ignored,
      examples: [examples.update],
    },
  );
  if (custom) declareCustom(custom, [Create, Update]);
  if (createRule) addBodyRule(Create, createRule);
  return {
    Summary: object(listed, { title: `${title}Summary` }),
    Full,
    Create,
    Update,
    Deleted: deletedSchema(id, `${title}Deleted`),
  };
}
