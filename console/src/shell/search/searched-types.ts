// Each type that the search finds has its words and its pages; an id or a path names a record.
interface SearchedType {
  heading: string;
  /** The list has this name within a sentence. */
  noun: string;
  /** People who see only their own records read these words instead. */
  own?: { heading: string; noun: string };
  /** The list is at this path; the page of a record is beneath it. */
  path: string;
  permission: string;
  id: RegExp;
}

export const searchedTypes = {
  incident: {
    heading: 'Incidents',
    noun: 'incidents',
    own: { heading: 'Reports', noun: 'my reports' },
    path: '/incidents',
    permission: 'incidents.read',
    id: /^INC[0-9A-Z]{7}$/,
  },
  change: {
    heading: 'Changes',
    noun: 'changes',
    path: '/changes',
    permission: 'changes.read',
    id: /^CHG[0-9A-Z]{7}$/,
  },
  request: {
    heading: 'Requests',
    noun: 'requests',
    own: { heading: 'Requests', noun: 'my requests' },
    path: '/requests',
    permission: 'requests.read',
    id: /^REQ[0-9A-Z]{7}$/,
  },
  article: {
    heading: 'Articles',
    noun: 'articles',
    own: { heading: 'Help articles', noun: 'help articles' },
    path: '/knowledge',
    permission: 'articles.read',
    id: /^KB[0-9A-Z]{7}$/,
  },
  ci: { heading: 'CIs', noun: 'CIs', path: '/cmdb', permission: 'cmdb.read', id: /^CI\d+$/ },
} as const satisfies Record<string, SearchedType>;

export type RecordKind = keyof typeof searchedTypes;

export const recordKinds = Object.keys(searchedTypes) as RecordKind[];

export const isRecordKind = (type: string): type is RecordKind => type in searchedTypes;

export const wordsOf = (
  kind: RecordKind,
  isRequester: boolean,
): { heading: string; noun: string } => {
  const { own, heading, noun }: SearchedType = searchedTypes[kind];
  return (isRequester ? own : undefined) ?? { heading, noun };
};

const ownStates: Readonly<Record<string, string>> = {
  new: 'Open',
  in_progress: 'Open',
  on_hold: 'Open',
  reopened: 'Open',
  submitted: 'Open',
  approved: 'Open',
  resolved: 'Did we fix it?',
  closed: 'Done',
  fulfilled: 'Done',
  rejected: 'Not approved',
  cancelled: 'Withdrawn',
};

/** Requesters read in one word whether somebody still works on it; all their articles are published. */
export const ownStateOf = (state: string | undefined): string | undefined => ownStates[state ?? ''];

export interface NamedRecord {
  type: RecordKind;
  id: string;
}

export const pathOf = ({ type, id }: NamedRecord): string => `${searchedTypes[type].path}/${id}`;

/** Finds the record whose id was typed, in upper or lower case. Words such as "increments" have the form of an id, too,
 * so that a text without a digit names none. */
export function recordOf(text: string): NamedRecord | undefined {
  const id = text.trim().toUpperCase();
  const type = /\d/.test(id)
    ? recordKinds.find((kind) => searchedTypes[kind].id.test(id))
    : undefined;
  return type && { type, id };
}

/** Returns the record whose page is at the path. */
export function recordAt(pathname: string): NamedRecord | undefined {
  const record = recordOf(pathname.slice(pathname.lastIndexOf('/') + 1));
  return record && pathOf(record) === pathname ? record : undefined;
}
