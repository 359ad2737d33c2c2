// Unsent text is stored in the tab by user and record until it is sent.
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'signalbox.draft';

export interface Drafts<T extends object> {
  read: () => T | undefined;
  /** Removes the draft if it is undefined or has no content. */
  write: (draft: T | undefined) => void;
}

/** `name` tells the texts of one record apart. */
export function draftsOf<T extends object>(
  store: Store,
  user: string,
  record: string,
  name: string,
  isEmpty: (draft: T) => boolean,
): Drafts<T> {
  const key = [PREFIX, user, record, name].map(encodeURIComponent).join('/');
  return {
    read: () => {
      const text = store.getItem(key);
      if (text === null) return undefined;
      try {
        const draft: unknown = JSON.parse(text);
        return typeof draft === 'object' && draft !== null ? (draft as T) : undefined;
      } catch {
        store.removeItem(key);
        return undefined;
      }
    },
    write: (draft) => {
      try {
        if (draft === undefined || isEmpty(draft)) store.removeItem(key);
        else store.setItem(key, JSON.stringify(draft));
      } catch {
        // A full storage must not interrupt typing; the text stays on the page.
      }
    },
  };
}
