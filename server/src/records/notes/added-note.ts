import type { Visibility } from './notes.schema.ts';

/** A note that an update adds, as its event and its listeners get it. */
export interface AddedNote {
  id: string;
  visibility: Visibility;
  author: string;
  body: string;
  /** An agent responds to the requester with it. */
  isResponse?: boolean | undefined;
}
