// Validates a saved view against the list that it is of, by the list's own schemas.
import type { TObject } from 'typebox';
import { type Fault, invalid } from '../platform/errors.ts';
import { queryValidator, type Validate } from '../platform/http/input/validation.ts';
import type { Route } from '../platform/http/routes/route.ts';
import { type ViewedList, viewedLists } from './views.schema.ts';

/** Parameters that belong to one page, or that `columns` stands for. */
const UNSAVED = new Set(['cursor', 'page', 'fields']);

interface ListParts {
  parameters: string[];
  fields: string[];
  validate: Validate;
}

export type ViewLists = Readonly<Record<ViewedList, ListParts>>;

const partsOf = (query: TObject): ListParts => {
  const { fields } = query.properties as { fields?: { items?: { enum?: string[] } } };
  return {
    parameters: Object.keys(query.properties).filter((name) => !UNSAVED.has(name)),
    fields: fields?.items?.enum ?? [],
    validate: queryValidator(query),
  };
};

/** The lists among these routes. */
export const viewListsOf = (routes: readonly Route[]): ViewLists =>
  Object.fromEntries(
    Object.entries(viewedLists).map(([name, path]) => {
      const route = routes.find((row) => row.method === 'GET' && row.path === path);
      if (!route?.query) throw new Error(`${path} is not a list`);
      return [name, partsOf(route.query)];
    }),
  ) as ViewLists;

interface ViewContent {
  list: ViewedList;
  query: Readonly<Record<string, string>>;
  columns: readonly string[];
}

/** Throws all faults of the parameters and the columns. */
export function requireValidView(lists: ViewLists, { list, query, columns }: ViewContent): void {
  const { parameters, fields, validate } = lists[list];
  const unsaved = Object.keys(query).filter((name) => !parameters.includes(name));
  const saved = Object.entries(query).filter(([name]) => parameters.includes(name));
  const faults: Fault[] = [
    ...unsaved.map((name): Fault => ({
      in: 'body',
      pointer: `/query/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'unknown_field',
      message: `${name} is not a parameter of ${list} that a view can have.`,
      allowed: parameters,
    })),
    ...validate(Object.fromEntries(saved)).faults.map((fault): Fault => ({
      ...fault,
      in: 'body',
      pointer: `/query${fault.pointer}`,
    })),
    ...columns.flatMap((name, index): Fault[] =>
      fields.includes(name)
        ? []
        : [
            {
              in: 'body',
              pointer: `/columns/${index}`,
              code: 'not_allowed',
              message: `${name} is not a field of ${list}.`,
              allowed: fields,
            },
          ],
    ),
  ];
  if (faults.length > 0) throw invalid(faults);
}
