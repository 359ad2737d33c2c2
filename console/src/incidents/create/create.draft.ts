// Which suggestions for a new incident are still open.
import type { Suggestions } from '../../api/index.ts';

const suggestible = ['priority', 'category', 'subcategory', 'assignment_group'] as const;

interface Suggested {
  field: (typeof suggestible)[number];
  value: string;
  confidence: number;
  reasoning?: string | undefined;
}

/** Suggestions for fields that have another value, or none. */
export function openSuggestions(
  suggestions: Suggestions['suggestions'] | undefined,
  fields: Readonly<Partial<Record<string, unknown>>>,
): Suggested[] {
  return suggestible.flatMap((field): Suggested[] => {
    const found: { value: string; confidence: number; reasoning?: string } | undefined =
      suggestions?.[field];
    return !found || fields[field] === found.value ? [] : [{ field, ...found }];
  });
}
