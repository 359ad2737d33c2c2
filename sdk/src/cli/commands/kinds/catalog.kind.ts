import type { CatalogItem, CatalogItemSummary, CatalogQuestion } from '../../../index.ts';
import { paintValue } from '../../terminal/paint.ts';
import { withSpaces } from '../../terminal/text.ts';
import { anyOf, filter } from '../lists.ts';
import { at, idColumn, type RecordKind } from './record-kind.ts';

const states = ['draft', 'published', 'retired'] as const;

/** A line says how `--answer` answers the question. */
function questionText({ key, label, type, choices, required, show_if }: CatalogQuestion): string {
  const values = choices.map(({ value }) => value).join(', ');
  const kind = choices.length > 0 ? `${withSpaces(type)} of ${values}` : withSpaces(type);
  const marks = [
    kind,
    ...(required ? ['required'] : []),
    ...(show_if ? ['asked by earlier answers'] : []),
  ];
  return `${key}: ${label} (${marks.join('; ')})`;
}

const approvers: Readonly<Record<CatalogItem['approvals'][number]['approvers'], string>> = {
  people: 'people',
  group: 'members of a group',
  manager_of_requester: 'the manager of the requester',
  field: 'the person named in the form',
};

const stageText = (stage: CatalogItem['approvals'][number]): string =>
  `${stage.name}: ${stage.people?.join(', ') ?? stage.group ?? approvers[stage.approvers]} (${stage.need})`;

export const catalogItems: RecordKind<CatalogItemSummary, CatalogItem> = {
  group: 'catalog',
  one: 'catalog item',
  many: 'catalog items',
  listOperation: 'listCatalogItems',
  getOperation: 'getCatalogItem',
  exampleId: 'CAT0000001',
  filters: {
    search: filter('q', 'Words to search for', { value: 'words' }),
    state: anyOf('state', 'State', states),
    category: anyOf('category', 'Category'),
    orderable: filter('orderable', 'With `true`: only items that you may order', { value: 'true' }),
  },
  sort: ['name', 'created_at', 'updated_at'],
  pages: (client, query, options) => client.catalogItems.list(query, options),
  get: (client, id, options) => client.catalogItems.get(id, options),
  columns: [
    idColumn,
    { title: 'STATE', value: ({ state }) => state, paint: paintValue, leaveOut: 2 },
    { title: 'CATEGORY', value: ({ category }) => category, minWidth: 10, leaveOut: 1 },
    { title: 'NAME', value: ({ name }) => name, minWidth: 16 },
    { title: 'SUMMARY', value: ({ summary }) => summary, minWidth: 24, leaveOut: 3 },
  ],
  card: (one) => ({
    id: one.id,
    marks: [one.state],
    title: one.name,
    fields: [
      ['Category', one.category],
      ['Summary', one.summary],
      ['Group', one.assignment_group],
      ['Tasks', one.tasks.map(({ name }) => name).join(', ')],
      ['Approvals', one.approvals.map(stageText).join(', then ')],
      ['Pending revision', one.pending_revision ? 'yes' : null],
      ['Updated', at(one.updated_at)],
      ['Version', one.version],
    ],
    texts: [
      ['Description', one.description],
      ['Form', one.form.map(questionText).join('\n')],
    ],
  }),
};
