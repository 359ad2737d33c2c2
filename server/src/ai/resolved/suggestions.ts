// Suggested values of a new incident's fields: the vote of similar cases, with its share as confidence.
import type { Suggestable, Suggestions } from '../ai.schema.ts';
import { suggestable } from '../ai.schema.ts';
import { type Neighbour, type Vote, vote } from './neighbours.ts';

const shown = (one: Vote | undefined) => one && { value: one.value, confidence: one.confidence };

const NAMED = 3;

const reasoningOf = ({ value, votes, of }: Vote, neighbours: readonly Neighbour[]): string => {
  const named = neighbours
    .filter(({ priority }) => priority === value)
    .slice(0, NAMED)
    .map(({ id }) => id);
  return `${votes} of ${of} similar resolved incidents had ${value}, such as ${named.join(', ')}.`;
};

/** The subcategory is voted for by the cases of the category. */
export function suggestionsOf(
  neighbours: readonly Neighbour[],
  fields: readonly Suggestable[] = suggestable,
): Suggestions {
  const wants = new Set(fields);
  const category = wants.has('category') ? vote(neighbours, 'category') : undefined;
  const within = neighbours.filter((one) => one.category === category?.value);
  const subcategory = category && vote(within, 'subcategory');
  const priority = wants.has('priority') ? vote(neighbours, 'priority') : undefined;
  const group = wants.has('assignment_group') ? vote(neighbours, 'assignment_group') : undefined;
  return {
    ...(category && { category: shown(category) }),
    ...(subcategory && {
      subcategory: {
        value: subcategory.value,
        // Of a category that is wrong, the subcategory is wrong, too.
        confidence: Number((subcategory.confidence * category.confidence).toFixed(3)),
      },
    }),
    ...(priority && {
      priority: { ...shown(priority), reasoning: reasoningOf(priority, neighbours) },
    }),
    ...(group && { assignment_group: shown(group) }),
  } as Suggestions;
}
