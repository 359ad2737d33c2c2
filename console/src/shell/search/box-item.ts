// The search box lists items in sections; an item opens a page or runs a command.
import type { SearchHit } from '../../api/index.ts';
import type { BoundCommand } from '../../keys/index.ts';
import type { RecordKind } from './searched-types.ts';

export interface BoxItem {
  /** The key stays the same while the item is shown, so that it stays chosen. */
  key: string;
  label: string;
  type?: RecordKind | 'person' | 'view' | 'list' | undefined;
  /** The id of a record, or the address of a person, is shown beside the label. */
  id?: string;
  state?: string | undefined;
  /** It is shown to requesters instead of the state. */
  status?: string | undefined;
  highlights?: SearchHit['highlights'];
  keys?: string | undefined;
  /** Says why the command cannot run now. */
  unavailable?: string | undefined;
  /** The item is a link to this page. */
  path?: string;
  search?: Readonly<Record<string, string | undefined>>;
  command?: BoundCommand;
  /** A new record begins with this title. */
  draft?: string;
}

export interface BoxSection {
  heading: string;
  items: readonly BoxItem[];
}

/** The features name their saved lists for the search box. */
export interface NamedView {
  id: string;
  name: string;
  path: string;
  search: Readonly<Record<string, string | undefined>>;
}
