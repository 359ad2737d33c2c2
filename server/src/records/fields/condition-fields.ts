// The fields of a record type that conditions can name, with those of its CI, its requester and the note of an update.
import { type ConditionFields, fieldsIn, schemaFields } from '../../conditions/index.ts';
import type { RecordName } from '../../events/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { noteMembers } from '../notes/notes.schema.ts';
import { type AnyRecordType, typeNamed } from '../record-type.ts';

interface RelatedFields {
  /** A record type that has one of these fields refers to a record of the other type. */
  by: readonly string[];
  type: RecordName;
  label: string;
}

const related: Readonly<Record<string, RelatedFields>> = {
  ci: { by: ['ci_id'], type: 'ci', label: 'CI' },
  requester: { by: ['requester', 'requested_by'], type: 'user', label: "requester's" },
};

const ownFields = ({ schema, table }: AnyRecordType): ConditionFields =>
  schema ? schemaFields(schema, table.columns) : new Map();

const noteFields = schemaFields(object(noteMembers), ['visibility', 'author']);

/** Custom fields are given by their keys. A type without a schema has no fields. */
export function conditionFieldsOf(
  name: RecordName,
  custom: ConditionFields = new Map(),
): ConditionFields {
  const type = typeNamed(name);
  if (!type?.schema) return new Map();
  const own = ownFields(type);
  const others = Object.entries(related).flatMap(([group, { by, type: other, label }]) => {
    const target = by.some((field) => own.has(field)) ? typeNamed(other) : undefined;
    return target ? [...fieldsIn(group, label, ownFields(target), { hasBefore: false })] : [];
  });
  return new Map([
    ...own,
    ...fieldsIn('custom', '', custom, { hasBefore: true }),
    ...others,
    ...(type.notes ? fieldsIn('note', 'note', noteFields, { hasBefore: false }) : []),
  ]);
}
