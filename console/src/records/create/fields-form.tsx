// Definitions that are not saved yet are shown as the form of a new record will show them.
import type { Field } from '../../api/index.ts';
import { learnFields } from '../../words/index.ts';
import { rowsOfForm } from '../custom/custom.rows.ts';
import { ADDITIONAL, PropertyGroup, PropertyList } from '../properties/properties.tsx';
import { type CreateDraft, emptyDraft, withField } from './create-draft.ts';
import { CustomCreateFields } from './create-fields.tsx';

/** People who define fields are agents. */
const viewer = { isAgent: true, readsCis: true };

interface FieldsFormProps {
  /** The words of the fields are learned under this name, apart from those of record types. */
  scope: string;
  fields: readonly Field[];
  values: CreateDraft['fields'];
  onChange: (values: CreateDraft['fields']) => void;
  hasHeading?: boolean;
}

export function FieldsForm({ scope, fields, values, onChange, hasHeading }: FieldsFormProps) {
  learnFields(scope, fields);
  const form = {
    type: scope,
    draft: { ...emptyDraft(''), fields: values },
    customRows: rowsOfForm(fields, viewer),
    faultAt: () => undefined,
    setField: (field: string, value: Parameters<typeof withField>[2]) =>
      onChange(withField(values, field, value)),
  };
  const rows = <CustomCreateFields form={form} />;
  return hasHeading ? (
    <PropertyGroup label={ADDITIONAL}>{rows}</PropertyGroup>
  ) : (
    <PropertyList>{rows}</PropertyList>
  );
}
