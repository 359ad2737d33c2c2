// The form of a new record: its draft, and what is sent of it.
import type { PropertyValue } from '../properties/property-field.ts';

export interface CreateDraft {
  /** The Idempotency-Key: sending one draft twice creates one record. */
  id: string;
  title: string;
  description: string;
  fields: Readonly<Partial<Record<string, PropertyValue>>>;
}

/** The field that names the record. */
export interface TitleField {
  field: string;
  label: string;
  maxLength: number;
}

export const emptyDraft = (id: string): CreateDraft => ({
  id,
  title: '',
  description: '',
  fields: {},
});

export const isBlank = ({ title, description, fields }: CreateDraft): boolean =>
  title.trim() === '' && description.trim() === '' && Object.keys(fields).length === 0;

const isGiven = (value: PropertyValue | undefined): boolean =>
  typeof value === 'string' ? value.trim() !== '' : Boolean(value?.length);

/** Fields that were left out get the defaults of the service. */
export const bodyOf = (
  { title, description, fields }: CreateDraft,
  titleField: string,
): Record<string, unknown> => ({
  [titleField]: title.trim(),
  ...(description.trim() !== '' && { description }),
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value))),
});

/** The form marks its title and its properties; the reasons for other parts have no place of their own. */
const isMarked = (pointer: string): boolean =>
  pointer !== '/description' && pointer.lastIndexOf('/') === 0;

/** The text above the form about parts that were refused, by their JSON Pointer. */
export const faultSummary = (faults: ReadonlyMap<string, string>): string => {
  const others = [...faults].filter(([pointer]) => !isMarked(pointer));
  const summary = others.length < faults.size ? ['Correct the marked fields.'] : [];
  return [...summary, ...others.map(([, message]) => message)].join(' ');
};

/** An edit makes it another request, which needs another key once the first was sent. */
export const edited = (
  draft: CreateDraft,
  change: Partial<Omit<CreateDraft, 'id'>>,
  wasSent: boolean,
  newId: () => string,
): CreateDraft => ({ ...draft, ...change, id: wasSent ? newId() : draft.id });

export const withField = (
  fields: CreateDraft['fields'],
  field: string,
  value: PropertyValue,
): CreateDraft['fields'] => {
  const { [field]: _, ...rest } = fields;
  return isGiven(value) ? { ...rest, [field]: value } : rest;
};
