// Similar cases vote on the fields of a new incident; the share of the votes is the confidence.
import type { Suggestable, Suggestions } from '../ai.schema.ts';
import { suggestable } from '../ai.schema.ts';
import { type Neighbour, type Vote, vote } from './neighbours.ts';

const present = (one: Vote | undefined) => one && { value: one.value, confidence: one.confidence };

const MAX_NAMED = 3;

const reasoningOf = ({ value, votes, of }: Vote, neighbours: readonly Neighbour[]): string => {
  const named = neighbours
    .filter(({ priority }) => priority === value)
    .slice(0, MAX_NAMED)
    .map(({ id }) => id);
  return `${votes} of ${of} similar resolved incidents had ${value}, such as ${named.join(', ')}.`;
};

/** Only cases of the suggested category may vote on the subcategory. */
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
    ...(category && { category: present(category) }),
    ...(subcategory && {
      subcategory: {
        value: subcategory.value,
        // If the category is wrong, the subcategory is wrong, too.
        confidence: Number((subcategory.confidence * category.confidence).toFixed(3)),
      },
    }),
    ...(priority && {
      priority: { ...present(priority), reasoning: reasoningOf(priority, neighbours) },
    }),
    ...(group && { assignment_group: present(group) }),
  } as Suggestions;
}
