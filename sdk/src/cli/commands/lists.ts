// Lists of all record types share their options, pages, tables and JSON.
import type { Signalbox } from '../../index.ts';
import type { Invocation, OptionSpec, OptionSpecs } from '../command.ts';
import { printTable, type Column } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { plural } from '../terminal/text.ts';
import type { TimeDirection } from '../terminal/time.ts';

/** The options of a command decide the parameters, and the API validates them: the type fits the query of every list. */
// eslint-disable-next-line typescript/no-explicit-any
type Query = Record<string, any>;

interface ListedPage {
  data: readonly unknown[];
  total?: number;
}

type PagesOf = (
  client: Signalbox,
  query: Query,
  options: { signal: AbortSignal },
) => { byPage: () => AsyncIterable<ListedPage> };

export interface ListSpec<Row> {
  one: string;
  many: string;
  pages: PagesOf;
  columns: readonly Column<Row>[];
  /** Returns filters that no parameter of an option is. */
  moreFilters?: (client: Signalbox) => Promise<Query>;
  /** The columns need these fields, where the list does not return them by default. */
  tableFields?: readonly string[];
}

const MAX_PAGE = 200;
const DEFAULT_LIMIT = 30;

export const filter = (parameter: string, summary: string, more: Partial<OptionSpec> = {}) => ({
  value: parameter.replaceAll('_', '-'),
  parameter,
  summary,
  ...more,
});

/** The filter takes several values, separated by commas. */
export const anyOf = (parameter: string, summary: string, choices?: readonly string[]) =>
  filter(parameter, summary, { isList: true, value: 'a,b', ...(choices && { choices }) });

export const timeFilter = (parameter: string, summary: string, direction: TimeDirection = 'past') =>
  filter(parameter, summary, { time: direction, value: 'time' });

export const pageOptions = (sort?: readonly string[]): OptionSpecs => ({
  ...(sort && { sort: filter('sort', 'Sort by', { value: 'field', choices: sort }) }),
  order: filter('order', 'Sort direction', { value: 'asc|desc', choices: ['asc', 'desc'] }),
  limit: {
    value: 'n',
    isCount: true,
    summary: `Print at most this many (default ${DEFAULT_LIMIT})`,
  },
  all: { summary: 'Print all pages' },
  fields: filter('fields', 'With --json: only these fields', { value: 'a,b' }),
});

export async function runList<Row>(invocation: Invocation, spec: ListSpec<Row>): Promise<void> {
  const { values, terminal, isJson, signal } = invocation;
  const client = await invocation.connect();
  let left = values.flag('all') ? Infinity : (values.count('limit') ?? DEFAULT_LIMIT);
  const { fields, ...parameters } = values.parameters();
  const filters: Query = { ...parameters, ...(await spec.moreFilters?.(client)) };
  const query: Query = {
    ...filters,
    limit: Math.min(MAX_PAGE, left),
    ...(isJson ? fields && { fields } : spec.tableFields && { fields: spec.tableFields }),
  };
  let printed = 0;
  let total: number | undefined;
  for await (const page of spec.pages(client, query, { signal }).byPage()) {
    const rows = page.data.slice(0, left) as Row[];
    if (isJson) for (const row of rows) terminal.printJson(row);
    else if (rows.length > 0) printTable(terminal, rows, spec.columns);
    await terminal.waitUntilDrained();
    printed += rows.length;
    left -= rows.length;
    total ??= page.total;
    if (left <= 0) break;
  }
  const isFiltered = Object.keys(filters).length > 0;
  if (!isJson) printFooter(terminal, { ...spec, isFiltered }, printed, total);
}

function printFooter(
  terminal: Terminal,
  { one, many, isFiltered }: Pick<ListSpec<never>, 'one' | 'many'> & { isFiltered: boolean },
  printed: number,
  total = printed,
): void {
  const text =
    printed === 0
      ? `No ${many}${isFiltered ? ' match' : ''}.`
      : total > printed
        ? `${printed.toLocaleString('en')} of ${plural(total, one, many)}. Add --all or --limit for more.`
        : `${plural(printed, one, many)}.`;
  if (terminal.isInteractive && printed > 0) terminal.message();
  terminal.message(terminal.messageStyle('dim', text));
}
