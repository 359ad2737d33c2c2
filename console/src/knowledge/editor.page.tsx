// An article is written in Markdown, with a preview and a comparison with the saved text.
import { useQuery } from '@tanstack/react-query';
import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { type Article, faultOf, mayUse, type Me, meQuery } from '../api/index.ts';
import { ForeignChangeText, useForeignChange, useLiveRecord } from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { Diff } from '../ui/diff/diff.tsx';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { faultText } from '../ui/layout/fault.ts';
import { LazyMarkdown } from '../ui/reading/lazy-markdown.tsx';
import { lineDiff } from '../ui/diff/line-diff.ts';
import { Tabs } from '../ui/layout/tabs.tsx';
import { TextField } from '../ui/forms/text-field.tsx';
import { ArticleTextArea } from './article-text-area.tsx';
import styles from './editor.module.css';
import { type ArticleEditor, useArticleEditor } from './use-article-editor.ts';

type Tab = 'write' | 'preview' | 'changes';

const tabs: readonly { id: Tab; label: string }[] = [
  { id: 'write', label: 'Write' },
  { id: 'preview', label: 'Preview' },
  { id: 'changes', label: 'Changes' },
];

function Text({ editor, isNew }: { editor: ArticleEditor; isNew: boolean }) {
  const [tab, setTab] = useState<Tab>('write');
  const { draft, before, change, save } = editor;
  const parts: Record<Tab, () => React.ReactNode> = {
    write: () => (
      <ArticleTextArea value={draft.body} onChange={(body) => change({ body })} onSave={save} />
    ),
    preview: () => (
      <div className={styles.preview}>
        {draft.body.trim() === '' ? 'Nothing to preview.' : <LazyMarkdown text={draft.body} />}
      </div>
    ),
    changes: () => (
      <Diff
        label="Changes of the text"
        parts={lineDiff(before.body, draft.body)}
        emptyText="The text has not changed since it was saved."
      />
    ),
  };
  return (
    <Tabs
      label="The text"
      tabs={isNew ? tabs.filter(({ id }) => id !== 'changes') : tabs}
      value={tab}
      onChange={setTab}
    >
      <div className={styles.tab}>{parts[tab]()}</div>
    </Tabs>
  );
}

function StaleNotice({ id, me, editor }: { id: string; me: Me; editor: ArticleEditor }) {
  const change = useForeignChange(
    { type: 'article', id },
    { hasChanged: true, since: editor.draft.savedAt ?? '', me: me.email },
  );
  return (
    <div className={styles.stale} role="alert">
      <span>
        {change ? (
          <ForeignChangeText change={change} type="article" />
        ) : (
          'This article was saved elsewhere since you began.'
        )}{' '}
        Your text is kept; “Changes” compares it with theirs.
      </span>
      <Button onClick={editor.discard}>Take theirs</Button>
      <Button onClick={editor.acceptTheirs}>Keep mine</Button>
    </div>
  );
}

/** Returns a note about what saving does for readers. */
function noteOf(saved: Article | undefined, mayPublish: boolean): string {
  if (!saved) return 'The article is saved as a draft. Submit it for review when it is ready.';
  if (saved.state !== 'published') return '';
  return mayPublish
    ? 'Readers see the change at once.'
    : 'Your edit becomes a pending revision: readers see it once a manager has published it.';
}

function EditorForm({ me, saved }: { me: Me; saved: Article | undefined }) {
  const router = useRouter();
  const editor = useArticleEditor(me, saved);
  const { draft, change, unavailable, error } = editor;
  const fault = error && faultOf(error);
  const heading = saved ? `Edit ${saved.id}` : 'New article';
  const note = noteOf(saved, mayUse(me, 'articles.publish'));
  return (
    <form
      className={styles.page}
      aria-label={heading}
      onSubmit={(event) => {
        event.preventDefault();
        editor.save();
      }}
    >
      <title>{`${heading} – Signalbox`}</title>
      <header className={styles.header}>
        <h1 tabIndex={-1}>{heading}</h1>
        <div className={styles.actions}>
          <Button variant="quiet" onClick={editor.discard}>
            Discard
          </Button>
          <Button onClick={() => router.history.back()}>Back</Button>
          <Button
            variant="primary"
            label="Save the article"
            keys={['mod+Enter']}
            unavailable={unavailable}
            onClick={editor.save}
          >
            {editor.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </header>
      {saved && editor.isStale && <StaleNotice id={saved.id} me={me} editor={editor} />}
      {fault && (
        <p className={styles.fault} role="alert">
          The article was not saved; the draft is kept. {faultText(fault)}
        </p>
      )}
      <div className={styles.columns}>
        <div className={styles.main}>
          <div data-first-field>
            <TextField
              label="Title"
              value={draft.title}
              maxLength={255}
              onChange={(title) => change({ title })}
            />
          </div>
          <Text editor={editor} isNew={saved === undefined} />
        </div>
        <aside className={styles.side} aria-label="Properties">
          <h2>Properties</h2>
          <TextField
            label="Summary"
            value={draft.summary}
            maxLength={1000}
            onChange={(summary) => change({ summary })}
          />
          <TextField
            label="Category"
            value={draft.category}
            maxLength={255}
            onChange={(category) => change({ category })}
          />
          <TextField
            label="Tags, separated by commas"
            value={draft.tags}
            onChange={(tags) => change({ tags })}
          />
          <TextField
            label="Language, such as en or pt-BR"
            value={draft.language}
            maxLength={35}
            onChange={(language) => change({ language })}
          />
          {note && <p className={styles.note}>{note}</p>}
        </aside>
      </div>
    </form>
  );
}

function EditedArticle({ me, id }: { me: Me; id: string }) {
  const saved = useLiveRecord({ type: 'article', id });
  return saved ? <EditorForm me={me} saved={saved} /> : null;
}

export function ArticleEditorPage() {
  const { id } = useParams({ strict: false });
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  if (!mayUse(me, 'articles.write'))
    return (
      <EmptyState isPage title="You may not write articles">
        Ask an administrator for a role that can.
      </EmptyState>
    );
  return id === undefined ? (
    <EditorForm key="new" me={me} saved={undefined} />
  ) : (
    <EditedArticle key={id} me={me} id={id} />
  );
}
