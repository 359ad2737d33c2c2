// The draft of a new record is stored until the record is created; only fields with a value are sent.
import { nestCustom } from '../../words/index.ts';
import type { PropertyValue } from '../properties/property-field.ts';

export interface CreateDraft {
  /** The id is sent as the Idempotency-Key: sending one draft twice creates one record. */
  id: string;
  title: string;
  description: string;
  fields: Readonly<Partial<Record<string, PropertyValue>>>;
}

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

/** A title of this length fits the titles of all record types. */
export const MAX_TITLE = 200;

/**
 * Begins a draft with a text that was written elsewhere. It is another request than the unsent draft, which may have been
 * sent before; the text of that one stays in the description, so that nothing that was typed is lost.
 */
export function withTitle(draft: CreateDraft, text: string, id: string): CreateDraft {
  const title = text.slice(0, MAX_TITLE).toWellFormed();
  const isRepeated = draft.title === title || draft.description.trimStart().startsWith(draft.title);
  const written = [title === text ? '' : text, isRepeated ? '' : draft.title];
  const description = [...written, draft.description].filter((part) => part.trim() !== '');
  return { ...draft, id, title, description: description.join('\n\n') };
}

export const isBlank = ({ title, description, fields }: CreateDraft): boolean =>
  title.trim() === '' && description.trim() === '' && Object.keys(fields).length === 0;

const isGiven = (value: PropertyValue | undefined): boolean => {
  if (typeof value === 'string') return value.trim() !== '';
  return typeof value === 'object' ? Boolean(value?.length) : value !== undefined;
};

/** Empty fields are left out, so that they get the defaults of the service. */
export const bodyOf = (
  { title, description, fields }: CreateDraft,
  titleField: string,
): Record<string, unknown> => ({
  [titleField]: title.trim(),
  ...(description.trim() !== '' && { description }),
  ...nestCustom(Object.fromEntries(Object.entries(fields).filter(([, value]) => isGiven(value)))),
});

/** The form marks its title and its properties; messages about other parts appear above the form. */
const isMarked = (pointer: string): boolean =>
  pointer !== '/description' && /^(?:\/custom)?\/[^/]+$/.test(pointer);

/** Returns the text above the form about parts that were refused, by their JSON Pointer. */
export const faultSummary = (faults: ReadonlyMap<string, string>): string => {
  const others = [...faults].filter(([pointer]) => !isMarked(pointer));
  const summary = others.length < faults.size ? ['Correct the marked fields.'] : [];
  return [...summary, ...others.map(([, message]) => message)].join(' ');
};

/** An edited draft is another request, which needs another key once the first was sent. */
export const applyEdit = (
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
