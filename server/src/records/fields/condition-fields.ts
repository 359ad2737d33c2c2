// The fields of a record type that conditions can name, with those of its CI, its requester and the note of an update.
import {
  type ConditionField,
  type ConditionFields,
  fieldsIn,
  schemaFields,
} from '../../conditions/index.ts';
import type { RecordName } from '../../events/index.ts';
import { answerKinds } from '../../forms/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import {
  type CustomFields,
  type FieldDefinition,
  type FieldType,
  noCustomFields,
} from '../../platform/runtime/custom-fields.ts';
import { changeName } from '../custom/custom.rights.ts';
import type { CustomRow } from '../custom/custom.values.ts';
import { noteMembers } from '../notes/notes.schema.ts';
import { type AnyRecordType, typeNamed } from '../record-type.ts';

interface RelatedFields {
  /** A record type that has one of these fields refers to a record of the other type. */
  by: readonly string[];
  type: RecordName;
  label: string;
}

const related = {
  ci: { by: ['ci_id'], type: 'ci', label: 'CI' },
  requester: { by: ['requester', 'requested_by'], type: 'user', label: "requester's" },
} as const satisfies Record<string, RelatedFields>;
const groups = Object.keys(related) as (keyof typeof related)[];

const ownFields = ({ schema, table }: AnyRecordType): ConditionFields =>
  schema ? schemaFields(schema, table.columns) : new Map();

const noteFields = schemaFields(object(noteMembers), ['visibility', 'author']);

const kinds: Readonly<Record<FieldType, ConditionField['kind']>> = answerKinds;

const CUSTOM_COLUMN = 'custom_values' satisfies keyof CustomRow;

const customField = ({ key, label, type, choices }: FieldDefinition): ConditionField => ({
  label,
  kind: kinds[type],
  ...(choices.length > 0 && { choices }),
  isNullable: true,
  hasBefore: true,
  steps: [CUSTOM_COLUMN, key],
});

function fieldsOfRelated(group: (typeof groups)[number]): ConditionFields {
  const { type, label } = related[group];
  const target = typeNamed(type);
  return target ? fieldsIn(group, label, ownFields(target), { hasBefore: false }) : new Map();
}

/** Conditions on a person alone, such as the audience of a catalog item, name these. */
export const requesterFields = (): ConditionFields => fieldsOfRelated('requester');

/**
 * Custom fields are named `custom.<key>`. Those that are no longer active are among them, because records keep their values
 * and stored conditions stay valid. A type without a schema has no fields.
 */
export function conditionFieldsOf(
  name: RecordName,
  definitions: CustomFields = noCustomFields,
): ConditionFields {
  const type = typeNamed(name);
  if (!type?.schema) return new Map();
  const own = ownFields(type);
  const others = groups.flatMap((group) =>
    related[group].by.some((field) => own.has(field)) ? [...fieldsOfRelated(group)] : [],
  );
  const custom = definitions.get(name) ?? [];
  return new Map([
    ...own,
    ...custom.map((field) => [changeName(field.key), customField(field)] as const),
    ...others,
    ...(type.notes ? fieldsIn('note', 'note', noteFields, { hasBefore: false }) : []),
  ]);
}
