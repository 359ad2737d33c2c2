// The settings suggest values for properties.
import type { PropertyEditor, PropertyValue } from './property-field.ts';

type SuggestedEditor = Extract<PropertyEditor, { kind: 'suggested' }>;

interface Choices {
  categories: readonly { name: string; subcategories: readonly string[] }[];
  request_items: readonly string[];
  change_templates?: readonly string[] | undefined;
}

/** Nothing is suggested within a category that the settings do not name. */
export function suggestedValues(
  { from, within }: Pick<SuggestedEditor, 'from' | 'within'>,
  { categories, ...lists }: Choices,
): readonly string[] {
  if (from === 'request_items' || from === 'change_templates') return lists[from] ?? [];
  if (from === 'categories') return categories.map(({ name }) => name);
  return categories.find(({ name }) => name === within?.value)?.subcategories ?? [];
}

/** Adds the value that the suggestions of an editor depend on. */
export const editorWithin = (
  editor: PropertyEditor,
  valueOf: (field: string) => PropertyValue | undefined,
): PropertyEditor =>
  editor.kind === 'suggested' && editor.within
    ? { ...editor, within: { ...editor.within, value: valueOf(editor.within.field) } }
    : editor;

interface Offer {
  value: string;
  label: string;
}

/** Offers the values that contain a typed text, and the text itself unless it is one of them. */
export function offersFor(values: readonly string[], typed: string, maxLength = 0): Offer[] {
  const text = typed.trim().slice(0, maxLength || undefined);
  const lower = text.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(lower));
  const isKnown = text === '' || values.some((value) => value.toLowerCase() === lower);
  return [
    ...found.map((value) => ({ value, label: value })),
    ...(isKnown || maxLength === 0 ? [] : [{ value: text, label: `Use “${text}”` }]),
  ];
}
