// The columns of a published record are live. An edit waits in a pending revision until somebody publishes it.
import { isDeepStrictEqual } from 'node:util';

interface Editor {
  by: string;
  at: string;
}

/** Only fields that differ from the live ones are present. */
export type PendingRevision<Content extends object> = Partial<Content> & Editor;

interface Revisable<Content extends object> {
  contentOf: (source: Content) => Content;
  isSameContent: (before: Content, after: Content) => boolean;
  /** Drops fields that have their live value again; returns null if no field is left. */
  revise: (
    live: Content,
    pending: PendingRevision<Content> | null,
    fields: Partial<Content>,
    editor: Editor,
  ) => PendingRevision<Content> | null;
  applyRevision: (live: Content, pending: PendingRevision<Content>) => Content;
}

/** Publishing makes these fields live, all others change at once. */
export function revisable<Content extends object>(
  fields: readonly (keyof Content & string)[],
): Revisable<Content> {
  const pick = (source: Partial<Content>): Partial<Content> =>
    Object.fromEntries(
      fields.filter((name) => source[name] !== undefined).map((name) => [name, source[name]]),
    ) as Partial<Content>;
  const contentOf = (source: Content): Content => pick(source) as Content;
  const pickChanged = (live: Content, given: Partial<Content>): Partial<Content> =>
    Object.fromEntries(
      Object.entries(pick(given)).filter(
        ([name, value]) => !isDeepStrictEqual(value, live[name as keyof Content]),
      ),
    ) as Partial<Content>;
  return {
    contentOf,
    isSameContent: (before, after) => isDeepStrictEqual(contentOf(before), contentOf(after)),
    revise: (live, pending, given, { by, at }) => {
      const remaining = pickChanged(live, { ...pending, ...given });
      if (Object.keys(remaining).length === 0) return null;
      if (pending && isDeepStrictEqual(remaining, pick(pending))) return pending;
      return { ...remaining, by, at };
    },
    applyRevision: (live, pending) => ({ ...contentOf(live), ...pick(pending) }),
  };
}
