// Validates a saved view by the schemas of its list.
import type { TObject } from 'typebox';
import { type Fault, invalid } from '../platform/errors.ts';
import { queryValidator, type Validate } from '../platform/http/input/validation.ts';
import { escapePointer } from '../platform/http/input/validation-messages.ts';
import type { Route } from '../platform/http/routes/route.ts';
import { nearest } from '../platform/text.ts';
import { KEY_PATTERN } from '../records/index.ts';
import { type ViewedList, viewedLists } from './views.schema.ts';

/** These parameters belong to one page, or are replaced by `columns`. */
const UNSAVED = new Set(['cursor', 'page', 'fields']);

interface ListParts {
  parameters: string[];
  /** Lists with the instance's own fields also take parameters of such names. */
  patterns: RegExp[];
  fields: string[];
  validate: Validate;
}

export type ViewLists = Readonly<Record<ViewedList, ListParts>>;

/** A column may show one value of `custom`. */
const ownColumn = new RegExp(`^custom\\.${KEY_PATTERN}$`);

const partsOf = (query: TObject): ListParts => {
  const { patternProperties = {} } = query as { patternProperties?: object };
  const { fields } = query.properties as { fields?: { items?: { enum?: string[] } } };
  return {
    parameters: Object.keys(query.properties).filter((name) => !UNSAVED.has(name)),
    patterns: Object.keys(patternProperties).map((pattern) => new RegExp(pattern)),
    fields: fields?.items?.enum ?? [],
    validate: queryValidator(query),
  };
};

/** Finds the lists among the routes. */
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
  column_widths: Readonly<Record<string, number>>;
}

/** Throws all faults of the parameters, the columns and their widths. */
export function requireValidView(lists: ViewLists, content: ViewContent): void {
  const { list, query, columns, column_widths: widths } = content;
  const { parameters, patterns, fields, validate } = lists[list];
  const isParameter = (name: string): boolean =>
    parameters.includes(name) || patterns.some((pattern) => pattern.test(name));
  const isColumn = (name: string): boolean =>
    fields.includes(name) || (fields.includes('custom') && ownColumn.test(name));
  const unsaved = Object.keys(query).filter((name) => !isParameter(name));
  const saved = Object.entries(query).filter(([name]) => isParameter(name));
  const notField = (name: string, pointer: string): Fault => ({
    in: 'body',
    pointer,
    code: 'not_allowed',
    message: `${name} is not a field of ${list}.`,
    allowed: fields,
    nearest: nearest(name, fields),
  });
  const faults: Fault[] = [
    ...unsaved.map((name): Fault => ({
      in: 'body',
      pointer: `/query/${escapePointer(name)}`,
      code: 'unknown_field',
      message: `${name} is not a parameter of ${list} that a view can save.`,
      allowed: parameters,
      nearest: nearest(name, parameters),
    })),
    ...validate(Object.fromEntries(saved)).faults.map((fault): Fault => ({
      ...fault,
      in: 'body',
      pointer: `/query${fault.pointer}`,
    })),
    ...columns.flatMap((name, index) =>
      isColumn(name) ? [] : [notField(name, `/columns/${index}`)],
    ),
    ...Object.keys(widths).flatMap((name) =>
      isColumn(name) ? [] : [notField(name, `/column_widths/${escapePointer(name)}`)],
    ),
  ];
  if (faults.length > 0) throw invalid(faults);
}
