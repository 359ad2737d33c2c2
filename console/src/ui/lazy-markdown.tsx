// Markdown, with its parser loaded when the first text is shown.
import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';
import { SkeletonBar } from './skeleton.tsx';

const Markdown = lazy(async () => {
  const { Markdown: component } = await import('./markdown.tsx');
  return { default: component };
});

/** Longer texts are logs and not prose; parsing deeply nested ones would block the page for many seconds. */
const MAX_MARKDOWN = 20_000;

export const LazyMarkdown = ({
  text,
  maxLength = MAX_MARKDOWN,
}: {
  text: string;
  /** Of texts that are known to be prose. */
  maxLength?: number;
}) =>
  text.length > maxLength ? (
    <div className={styles.plain}>{text}</div>
  ) : (
    <Suspense fallback={<SkeletonBar width="80%" />}>
      <Markdown text={text} />
    </Suspense>
  );
