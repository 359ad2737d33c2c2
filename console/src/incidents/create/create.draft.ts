// The form of a new incident: its draft, what is sent of it, and which suggestions are still open.
import type { IncidentCreate, Suggestions } from '../../api/index.ts';

export interface CreateDraft {
  /** The Idempotency-Key: sending one draft twice creates one incident. */
  id: string;
  title: string;
  description: string;
  fields: Readonly<Partial<Record<CreateField, string>>>;
}

export type CreateField =
  | 'priority'
  | 'category'
  | 'subcategory'
  | 'assignment_group'
  | 'assigned_to'
  | 'impact'
  | 'urgency'
  | 'ci_id';

export const emptyDraft = (id: string): CreateDraft => ({
  id,
  title: '',
  description: '',
  fields: {},
});

export const isBlank = ({ title, description, fields }: CreateDraft): boolean =>
  title.trim() === '' && description.trim() === '' && Object.keys(fields).length === 0;

/** Fields that were left out get the defaults of the service. */
export function bodyOf({ title, description, fields }: CreateDraft): IncidentCreate {
  const given = Object.entries(fields).filter(([, value]) => value.trim() !== '');
  return {
    short_description: title.trim(),
    ...(description.trim() !== '' && { description }),
    ...(Object.fromEntries(given) as Partial<IncidentCreate>),
  };
}

/** An edit makes it another request, which needs another key once the first was sent. */
export const edited = (
  draft: CreateDraft,
  change: Partial<Omit<CreateDraft, 'id'>>,
  wasSent: boolean,
  newId: () => string,
): CreateDraft => ({ ...draft, ...change, id: wasSent ? newId() : draft.id });

export const withField = (
  fields: CreateDraft['fields'],
  field: CreateField,
  value: string,
): CreateDraft['fields'] => {
  const { [field]: _, ...rest } = fields;
  return value === '' ? rest : { ...rest, [field]: value };
};

export interface Suggested {
  field: CreateField;
  value: string;
  confidence: number;
  reasoning?: string | undefined;
}

const suggestible = ['priority', 'category', 'subcategory', 'assignment_group'] as const;

/** Suggestions for fields that have another value, or none. */
export function openSuggestions(
  suggestions: Suggestions['suggestions'] | undefined,
  fields: CreateDraft['fields'],
): Suggested[] {
  return suggestible.flatMap((field): Suggested[] => {
    const found: { value: string; confidence: number; reasoning?: string } | undefined =
      suggestions?.[field];
    return !found || fields[field] === found.value ? [] : [{ field, ...found }];
  });
}
