import Type, { type Static } from 'typebox';
import { announceMore, object, oneOf } from '../platform/http/input/schema.ts';
import { anyOf } from '../platform/http/output/pagination.ts';
import { exampleUrl } from '../platform/http/request/request-url.ts';
import { searchedTypes } from '../records/index.ts';

const MAX_HITS = 25;

export const DEFAULT_LIMIT = 5;

export const searchQuery = object({
  q: Type.String({
    minLength: 1,
    maxLength: 200,
    pattern: '\\S',
    description:
      'Words, as in lists: all must occur, and the last one also matches as a prefix. The id of a record that you may read finds that record alone.',
    example: 'printer',
  }),
  types: Type.Optional(anyOf(oneOf(searchedTypes), 'Types to search; by default all.')),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_HITS,
      default: DEFAULT_LIMIT,
      description: 'At most so many results of each type.',
    }),
  ),
});

export type SearchQuery = Static<typeof searchQuery>;

const SearchHighlight = object(
  {
    field: oneOf(['title', 'text', 'note', 'summary', 'body'], {
      description: `The text with the match. ${announceMore('fields')}`,
    }),
    parts: Type.Array(object({ text: Type.String(), match: Type.Boolean() }), {
      description: 'Consecutive pieces of plain text.',
    }),
  },
  { title: 'SearchHighlight' },
);

const SearchHit = object(
  {
    id: Type.String({ description: 'Id of the record or user.' }),
    title: Type.String(),
    state: Type.Optional(Type.String({ description: 'State of the record; status of a CI.' })),
    url: Type.String({ description: 'URL in the API.' }),
    highlights: Type.Array(SearchHighlight),
  },
  { title: 'SearchHit' },
);

const SearchGroup = object(
  {
    type: oneOf(searchedTypes, { description: announceMore('types') }),
    total: Type.Optional(
      Type.Integer({ description: 'Number of matches, if it is known exactly.' }),
    ),
    data: Type.Array(SearchHit),
  },
  { title: 'SearchGroup' },
);

export const SearchResults = object(
  { groups: Type.Array(SearchGroup, { description: 'Types without a match are left out.' }) },
  {
    title: 'SearchResults',
    examples: [
      {
        groups: [
          {
            type: 'incident',
            total: 1,
            data: [
              {
                id: 'INC0000042',
                title: 'Printer on floor 3 jams',
                state: 'in_progress',
                url: exampleUrl('/incidents/INC0000042'),
                highlights: [
                  {
                    field: 'title',
                    parts: [
                      { text: 'Printer', match: true },
                      { text: ' on floor 3 jams', match: false },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
);
