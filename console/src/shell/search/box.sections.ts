// Decides what the search box shows for a text, and in which order.
import type { SearchGroup, SearchHit } from '../../api/index.ts';
import type { BoxItem, BoxSection, NamedView } from './box-item.ts';
import { matching } from './command.match.ts';
import type { RecentRecord } from './recents.ts';
import {
  isRecordKind,
  type NamedRecord,
  ownStateOf,
  pathOf,
  recordKinds,
  recordOf,
  searchedTypes,
  wordsOf,
} from './searched-types.ts';
import { listText, numberText } from '../../ui/region/region.ts';

/** So many results of each type are shown; a type with as many may have more. */
export const MAX_HITS = 5;

export interface Searcher {
  mayUse: (permission: string) => boolean;
  /** A requester sees only their own records. */
  isRequester: boolean;
}

export type Groups = readonly Pick<SearchGroup, 'type' | 'total' | 'data'>[];

const withItems = (sections: readonly BoxSection[]): BoxSection[] =>
  sections.filter(({ items }) => items.length > 0);

const recordItem = (
  record: NamedRecord,
  { title, state, highlights }: Pick<SearchHit, 'title' | 'state'> & Partial<SearchHit>,
  isRequester: boolean,
): BoxItem => ({
  key: `${record.type}:${record.id}`,
  type: record.type,
  id: record.id,
  label: title,
  ...(isRequester ? { status: ownStateOf(state) } : { state }),
  ...(highlights && { highlights }),
  path: pathOf(record),
});

export const viewItem = ({ id, name, path, search }: NamedView): BoxItem => ({
  key: `view:${id}`,
  type: 'view',
  label: name,
  path,
  search,
});

interface Offers {
  views: readonly BoxItem[];
  commands: readonly BoxItem[];
}

interface EmptyBox extends Offers {
  recents: readonly RecentRecord[];
  isRequester: boolean;
}

export const emptySections = ({ recents, views, commands, isRequester }: EmptyBox): BoxSection[] =>
  withItems([
    { heading: 'Recent', items: recents.map((one) => recordItem(one, one, isRequester)) },
    { heading: 'Views', items: views },
    { heading: 'Commands', items: commands },
  ]);

/** The URL of a person ends with their address. */
const emailOf = (url: string): string => decodeURIComponent(url.slice(url.lastIndexOf('/') + 1));

const personItem = ({ id, title, url }: SearchHit): BoxItem => ({
  key: `person:${id}`,
  type: 'person',
  label: title,
  id: emailOf(url),
  path: '/incidents',
  search: { requester: emailOf(url), sort: 'created_at', order: 'desc' },
});

function sectionOf(
  { type, total, data }: Groups[number],
  text: string,
  isRequester: boolean,
): BoxSection[] {
  if (type === 'person')
    return isRequester ? [] : [{ heading: 'People', items: data.map(personItem) }];
  // A later version of the service may find types that have no page here.
  if (!isRecordKind(type)) return [];
  const { heading, noun } = wordsOf(type, isRequester);
  const items = data.map((hit) => recordItem({ type, id: hit.id }, hit, isRequester));
  const hasMore = total === undefined ? data.length >= MAX_HITS : total > data.length;
  const count = total === undefined ? '' : ` ${numberText(total)}`;
  const all: BoxItem = {
    key: `all:${type}`,
    type: 'list',
    label: `Show all${count} in ${noun}`,
    path: searchedTypes[type].path,
    search: { q: text },
  };
  return [{ heading, items: hasMore ? [...items, all] : items }];
}

/** The record of a typed id can be opened before the response; the response adds its title. */
function withTypedId(groups: Groups, text: string, { mayUse }: Searcher): Groups {
  const record = recordOf(text);
  if (!record || !mayUse(searchedTypes[record.type].permission)) return groups;
  const { type, id } = record;
  if (groups.some((group) => group.type === type && group.data.some((hit) => hit.id === id)))
    return groups;
  return [
    { type, data: [{ id, title: `Open ${id}`, url: '', highlights: [] }] },
    ...groups.filter((group) => group.type !== type),
  ];
}

const listsOf = ({ mayUse }: Searcher) =>
  recordKinds.filter((kind) => mayUse(searchedTypes[kind].permission));

/** Names the types that were searched, as in "incidents, changes and people". */
export function searchedNouns(searcher: Searcher): string {
  const { isRequester, mayUse } = searcher;
  const nouns = listsOf(searcher).map((kind) => wordsOf(kind, isRequester).noun);
  const all = !isRequester && mayUse('directory.read') ? [...nouns, 'people'] : nouns;
  return listText(all);
}

/** Leads on if nothing was found: to the lists, and to a new record with the text. */
function offersOf(text: string, searcher: Searcher): BoxItem[] {
  const { isRequester, mayUse } = searcher;
  const lists = listsOf(searcher).map((kind): BoxItem => {
    const { noun } = wordsOf(kind, isRequester);
    return {
      key: `search:${kind}`,
      type: 'list',
      label: `Search ${noun} for “${text}”`,
      path: searchedTypes[kind].path,
      search: { q: text },
    };
  });
  const create: BoxItem = {
    key: 'create',
    label: `${isRequester ? 'Report a problem' : 'New incident'}: “${text}”`,
    path: '/incidents/new',
    draft: text,
  };
  return [...lists, ...(mayUse('incidents.create') ? [create] : [])];
}

interface TypedBox extends Offers {
  text: string;
  /** The groups of the response; those of an earlier text until it arrives; undefined if there are none. */
  groups: Groups | undefined;
  /** The groups are those of the text. */
  isSettled: boolean;
  searcher: Searcher;
}

export function typedSections({
  text,
  groups,
  isSettled,
  views,
  commands,
  searcher,
}: TypedBox): BoxSection[] {
  const found = isSettled ? (groups ?? []) : withTypedId(groups ?? [], text, searcher);
  const records = found.flatMap((group) => sectionOf(group, text, searcher.isRequester));
  const isNothing = isSettled && records.length === 0;
  return withItems([
    ...records,
    { heading: 'Views', items: matching(views, text) },
    { heading: 'Commands', items: matching(commands, text) },
    { heading: 'Go on', items: isNothing ? offersOf(text, searcher) : [] },
  ]);
}
