// An item is edited as a whole and saved with the parts that differ. Drafts stay in the tab until they are saved.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type CatalogItem,
  catalogItemQuery,
  conflictOf,
  createItem,
  inputFaultsOf,
  publishItem,
  queryClient,
  updateItem,
} from '../../api/index.ts';
import type { Fields } from '../../conditions/index.ts';
import { draftsOf } from '../../records/index.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { itemList } from './items.list.ts';
import { NO_FAULTS } from './item.faults.ts';
import {
  afterSaving,
  beginEditing,
  changesIn,
  type Editing,
  keepMine,
  rebase,
  takeTheirs,
  valuesOf,
  withEdits,
} from './item.merge.ts';
import { type ItemValues, writeItem } from './item.values.ts';

interface Draft {
  /** Two requests with this key create one item. */
  key: string;
  editing: Editing;
}

interface Sent {
  editing: Editing;
  isPublished: boolean;
}

interface EditorOptions {
  /** A new item is undefined. */
  item: CatalogItem | undefined;
  audienceFields: Fields;
  user: string;
  onCreated: (item: CatalogItem) => void;
}

export const acceptItem = (item: CatalogItem): void => {
  queryClient.setQueryData(catalogItemQuery(item.id).queryKey, item);
  void queryClient.invalidateQueries({
    queryKey: [...catalogItemQuery(item.id).queryKey, 'versions'],
  });
  for (const list of itemList.all()) void list.reload();
};

const INCOMPLETE = 'A condition has no value yet.';

/** Returns why the item cannot be saved; undefined if it can. */
function reasonAgainst({ name, category }: ItemValues, isComplete: boolean): string | undefined {
  if (name.trim() === '') return 'Enter a name first.';
  if (category.trim() === '') return 'Enter a category first.';
  return isComplete ? undefined : INCOMPLETE;
}

const isUntouched = ({ editing }: Draft): boolean => Object.keys(editing.edits).length === 0;

export function useItemEditor({ item, audienceFields: fields, user, onCreated }: EditorOptions) {
  const draftsFor = (id: string) =>
    draftsOf<Draft>(sessionStorage, user, id, 'catalog item', isUntouched);
  const [drafts, setDrafts] = useState(() => draftsFor(item?.id ?? 'new'));
  const [draft, setDraft] = useState(
    (): Draft => drafts.read() ?? { key: crypto.randomUUID(), editing: beginEditing(item, fields) },
  );
  // Someone else has saved the item since.
  const isOlder = item !== undefined && (draft.editing.version ?? 0) < item.version;
  const editing = isOlder ? rebase(draft.editing, item, fields) : draft.editing;
  if (isOlder) setDraft({ ...draft, editing });
  useEffect(() => drafts.write(draft), [drafts, draft]);

  const accept = (saved: CatalogItem, sent: Editing) => {
    setDraft((now) => ({ ...now, editing: afterSaving(now.editing, sent, saved) }));
    acceptItem(saved);
    if (item !== undefined) return;
    drafts.write(undefined);
    setDrafts(draftsFor(saved.id));
    onCreated(saved);
  };

  async function create(sent: Editing): Promise<CatalogItem> {
    const body = writeItem(valuesOf(sent), fields);
    if (!body) throw new Error(INCOMPLETE);
    const saved = await createItem(body, draft.key);
    accept(saved, sent);
    return saved;
  }

  async function update(before: CatalogItem, sent: Editing): Promise<CatalogItem> {
    const changes = changesIn(sent, fields) ?? {};
    if (Object.keys(changes).length === 0) return before;
    try {
      const saved = await updateItem(before.id, changes, before.version);
      accept(saved, sent);
      return saved;
    } catch (error) {
      if (!conflictOf(error)) throw error;
      const query = { ...catalogItemQuery(before.id), staleTime: 0 };
      const fresh = await queryClient.fetchQuery(query);
      const next = rebase(sent, fresh, fields);
      if (next.conflicts.length > 0) throw error;
      return update(fresh, next);
    }
  }

  const saving = useMutation({
    mutationFn: async ({ editing: sent, isPublished }: Sent) => {
      const saved = await (item ? update(item, sent) : create(sent));
      if (!isPublished) return saved;
      const published = await publishItem(saved.id, saved.version);
      accept(published, sent);
      return published;
    },
    onSuccess: (saved, { editing: sent, isPublished }) => {
      const pending = saved.pending_revision ? ' People order the published version still.' : '';
      toast(`${valuesOf(sent).name.trim()} is ${isPublished ? 'published' : 'saved'}.${pending}`);
    },
  });

  const change = (next: (now: Editing) => Editing) =>
    setDraft((now) => {
      const edited = next(now.editing);
      if (edited === now.editing) return now;
      // An edit makes another request, which needs another key once the first was sent.
      return { key: saving.isError ? crypto.randomUUID() : now.key, editing: edited };
    });

  const values = valuesOf(editing);
  const changes = changesIn(editing, fields);
  const isChanged = changes === undefined || Object.keys(changes).length > 0;
  const blocked = saving.isPending
    ? 'Saving is in progress.'
    : (reasonAgainst(values, writeItem(values, fields) !== undefined) ??
      (editing.conflicts.length > 0
        ? 'Decide on the changes of the other person first.'
        : undefined));
  const isUnchanged = item !== undefined && !isChanged;
  const isPublic = item?.state === 'published' && !item.pending_revision && isUnchanged;
  return {
    values,
    editing,
    isChanged,
    isPending: saving.isPending,
    error: saving.error,
    /** Refusals of the last request, and the values that it had. */
    refused: {
      faults: saving.error ? inputFaultsOf(saving.error) : NO_FAULTS,
      values: saving.variables ? valuesOf(saving.variables.editing) : values,
    },
    isAttempted: saving.isError,
    unavailable: {
      save: blocked ?? (isUnchanged ? 'Nothing has changed.' : undefined),
      publish: blocked ?? (isPublic ? 'It is published as it is.' : undefined),
    },
    /** Several edits of one event follow each other. */
    edit: (part: (now: ItemValues) => Partial<ItemValues>) =>
      change((now) => withEdits(now, part(valuesOf(now)))),
    save: () => saving.mutate({ editing, isPublished: false }),
    publish: () => saving.mutate({ editing, isPublished: true }),
    takeTheirs: () => change(takeTheirs),
    keepMine: () => change(keepMine),
    discard: () => {
      saving.reset();
      change(() => beginEditing(item, fields));
    },
  };
}

export type ItemEditor = ReturnType<typeof useItemEditor>;
