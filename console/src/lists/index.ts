// A list has a definition, a route and a page:
//
//   changes.list.ts   export const changeList = defineList<ChangeRow>({
//                       filters: ['q', 'state'],        parameters of the API that the URL may have
//                       read: listChanges,              (query, cursor) => ListPage, by `pageOf` of api
//                       readOne: readChangeRow,         optional: (id) => row, after an event
//                       recordType: 'change',           optional: the record type of these events
//                     });
//   record-routes.tsx createRoute({ path: '/changes', ...changeList.route, component: lazy page })
//   changes.page.tsx  <ListPage list={changeList} heading="Changes" columns={columns} filters={filters}
//                       onOpen={(row, query) => navigate({ to: '/changes/$id', …, state: { list: query } })}
//                       empty={{ title, text }} primary={<Button …/>} />
//
// Columns are a constant table: `id: 'title'` is the first line of a narrow screen, `isOnNarrow` puts a column on its
// second line, `isWide` drops it from lists below 980 px, `sort: { by, first }` names the value of `sort`. Columns
// and cells that many lists have are in columns/. Definition and columns are in files of their own:
// routes load the first alone.
// With `field`, `isExtra` and `isFixed` a column can be chosen, is shown only then, or always. A list whose rows can be
// selected has `selection`, which renders the bar above them.
// A list with `sectionsOf` has dividers between its sections, which `sectionText` of the page names.
// A file has the value of a column's field in words, or its `text`.
export { IdCell, PersonCell, TextCell, TitleCell } from './columns/cells.tsx';
export { readWidths, writeWidths } from './columns/column-widths.ts';
export { Person } from './columns/person.tsx';
export {
  idColumn,
  sortedByUpdate,
  timeColumn,
  titleColumn,
  updatedColumn,
} from './columns/columns.tsx';
export { type DefinedList, defineList, listOfRecords } from './define-list.ts';
export type { FilterRow } from './filter-row.ts';
export type { ListEmptyText } from './list-empty.tsx';
export type { ListColumn } from './columns/list-column.ts';
export { listCommands } from './list.keys.ts';
export { ListPage } from './list-page.tsx';
export { acceptRow, patchRows, startListUpdates } from './list.live.ts';
export type { SectionTable } from './list.sections.ts';
export type { ListRow } from './list.rows.ts';
export type { List } from './list.store.ts';
export { usePersonChoices } from './people/use-person-choices.tsx';
export { RailView } from './rail-view.tsx';
export { REPLACED, useIsReplaced } from './use-is-replaced.ts';
