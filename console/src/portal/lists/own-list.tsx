// A plain list of one's own reports or requests, open or finished, found by their words.
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { OwnType } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { WordsField } from '../../ui/forms/words-field.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import portal from '../../ui/layout/portal.module.css';
import styles from './own-list.module.css';
import { OwnRows } from './own-rows.tsx';
import { refreshOwn, useOwn } from './use-own.ts';

interface OwnListWords {
  type: OwnType;
  path: '/incidents' | '/requests';
  heading: string;
  /** The link leads to the form. */
  create: { to: '/incidents/new' | '/requests/new'; label: string };
  search: string;
  /** The URL of the finished ones has these states. */
  finishedStates: string;
  none: { open: string; finished: string };
}

/** The list follows the URL, so that a link and the way back show the same. */
function useOwnSearch({ path, finishedStates }: OwnListWords) {
  const navigate = useNavigate();
  const { q = '', state } = useSearch({ strict: false }) as { q?: string; state?: string };
  const isFinished = state === finishedStates;
  const show = (words: string, isOver: boolean) =>
    void navigate({
      to: path,
      search: { ...(words !== '' && { q: words }), ...(isOver && { state: finishedStates }) },
      replace: true,
    });
  return {
    q,
    isFinished,
    search: (words: string) => show(words, isFinished),
    setFinished: (isOver: boolean) => show(q, isOver),
  };
}

export function OwnList(words: OwnListWords) {
  const { type, heading, create, none } = words;
  const { q, isFinished, search, setFinished } = useOwnSearch(words);
  const { rows, fault, hasMore, isReadingMore, showMore } = useOwn({ type, isFinished, q });
  const noneText = isFinished ? none.finished : none.open;
  return (
    <div className={portal.page}>
      <title>{`${heading} – Signalbox`}</title>
      <header className={portal.head}>
        <h1 tabIndex={-1}>{heading}</h1>
        <Link to={create.to} className={portal.large}>
          <AddIcon />
          {create.label}
        </Link>
      </header>
      <div className={styles.tools}>
        <WordsField label={words.search} words={q} onSearch={search} />
        <div className={styles.kinds} role="group" aria-label="Show">
          {[false, true].map((kind) => (
            <button
              key={String(kind)}
              type="button"
              aria-pressed={isFinished === kind}
              onClick={() => setFinished(kind)}
            >
              {kind ? 'Finished' : 'Open'}
            </button>
          ))}
        </div>
      </div>
      {fault && <ErrorPanel fault={fault} onRetry={refreshOwn} />}
      {!rows && !fault && <SkeletonBar width="80%" />}
      {rows?.length === 0 && (
        <p className={portal.quietText} role="status">
          {q === '' ? noneText : `Nothing here contains “${q}”.`}
        </p>
      )}
      {rows && rows.length > 0 && <OwnRows rows={rows} label={heading} />}
      {hasMore && (
        <Button
          className={portal.large}
          unavailable={isReadingMore ? 'More is being loaded.' : undefined}
          onClick={showMore}
        >
          {isReadingMore ? 'Loading…' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
