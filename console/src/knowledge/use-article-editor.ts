// A draft stays in the storage of the tab until it is saved, also if someone else saves the article in between.
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState, useSyncExternalStore } from 'react';
import {
  type Article,
  articleQuery,
  conflictOf,
  connection,
  createArticle,
  type Me,
  partsKeyOf,
  queryClient,
  updateArticle,
} from '../api/index.ts';
import { acceptRecord, draftsOf } from '../records/index.ts';
import { toast } from '../ui/overlays/toast.tsx';
import {
  type ArticleDraft,
  type ArticleText,
  bodyOf,
  emptyText,
  isEmpty,
  missingIn,
  patchOf,
  textOf,
} from './article.draft.ts';
import { articleList } from './articles.list.ts';

const newId = (): string => crypto.randomUUID();

/** An edit is based on the article as it was saved last. */
const baseOf = (saved: Article | undefined): Pick<ArticleDraft, 'version' | 'savedAt'> =>
  saved ? { version: saved.version, savedAt: saved.updated_at } : {};

/** `saved` is the article as it is in the service; undefined while a new one is written. */
export function useArticleEditor(me: Me, saved: Article | undefined) {
  const navigate = useNavigate();
  const { isOnline } = useSyncExternalStore(connection.subscribe, connection.get);
  const [drafts] = useState(() =>
    draftsOf<ArticleDraft>(sessionStorage, me.email, saved?.id ?? 'new', 'article', isEmpty),
  );
  const before: ArticleText = saved ? textOf(saved) : emptyText;
  // The text is undefined until something is typed, so that the form shows the saves of others until then.
  const [typed, setTyped] = useState<ArticleDraft | undefined>(() => drafts.read());
  const [newArticleId] = useState(newId);
  const untouched = useMemo<ArticleDraft>(
    () => ({ ...(saved ? textOf(saved) : emptyText), id: newArticleId, ...baseOf(saved) }),
    [saved, newArticleId],
  );
  const draft = typed ?? untouched;
  const patch = patchOf(before, draft);
  const hasChanged = saved === undefined || Object.keys(patch).length > 0;

  const saving = useMutation({
    mutationFn: () =>
      saved
        ? updateArticle(saved.id, patch, draft.version ?? saved.version)
        : createArticle(bodyOf(draft), draft.id),
    onSuccess: (article) => {
      drafts.write(undefined);
      acceptRecord({ type: 'article', id: article.id }, article);
      void queryClient.invalidateQueries({
        queryKey: partsKeyOf({ type: 'article', id: article.id }),
      });
      if (!saved) for (const list of articleList.all()) void list.reload();
      const isPending = saved?.state === 'published' && article.pending_revision;
      toast(
        isPending
          ? 'Saved as a pending revision. A manager can publish it.'
          : `${article.id} is saved.`,
      );
      void navigate({ to: '/knowledge/$id', params: { id: article.id }, replace: true });
    },
    onError: (error) => {
      if (saved && conflictOf(error))
        void queryClient.invalidateQueries({ queryKey: articleQuery(saved.id).queryKey });
    },
  });

  const change = (part: Partial<ArticleText>) => {
    // An edit makes another request, which needs another key once the first was sent.
    const next = { ...draft, ...part, ...(saving.isError && { id: newId() }) };
    if (saving.isError) saving.reset();
    setTyped(next);
    drafts.write(next);
  };

  let unavailable = missingIn(draft) ?? (hasChanged ? undefined : 'Nothing has changed.');
  if (saving.isPending) unavailable = 'Saving is in progress.';
  if (!isOnline) unavailable = 'You are offline. The draft is kept.';
  const isStale = saved !== undefined && draft.version !== saved.version;

  return {
    draft,
    before,
    unavailable,
    error: isStale ? null : saving.error,
    isPending: saving.isPending,
    /** Someone else has saved the article since this edit began. */
    isStale,
    change,
    save: () => {
      if (unavailable === undefined) saving.mutate();
    },
    /** The next save replaces their text. */
    acceptTheirs: () => {
      saving.reset();
      if (saved) setTyped({ ...draft, ...baseOf(saved) });
    },
    discard: () => {
      drafts.write(undefined);
      saving.reset();
      setTyped(undefined);
    },
  };
}

export type ArticleEditor = ReturnType<typeof useArticleEditor>;
