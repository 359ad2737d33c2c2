// A suggestion for a new incident is open until its value is chosen.
import type { Suggestions } from '../../api/index.ts';

const suggestible = ['priority', 'category', 'subcategory', 'assignment_group'] as const;

interface OpenSuggestion {
  field: (typeof suggestible)[number];
  value: string;
  confidence: number;
  reasoning?: string | undefined;
}

/** Returns suggestions for fields that have another value, or none. */
export function openSuggestions(
  suggestions: Suggestions['suggestions'] | undefined,
  fields: Readonly<Partial<Record<string, unknown>>>,
): OpenSuggestion[] {
  return suggestible.flatMap((field): OpenSuggestion[] => {
    const found: { value: string; confidence: number; reasoning?: string } | undefined =
      suggestions?.[field];
    return !found || fields[field] === found.value ? [] : [{ field, ...found }];
  });
}
