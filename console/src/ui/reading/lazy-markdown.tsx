// The Markdown parser is loaded when the first text is shown.
import { lazy, Suspense } from 'react';
import styles from './markdown.module.css';
import { isTooCostly } from './markdown.text.ts';
import { SkeletonBar } from '../layout/skeleton.tsx';

const Markdown = lazy(async () => {
  const { Markdown: component } = await import('./markdown.tsx');
  return { default: component };
});

export const LazyMarkdown = ({ text }: { text: string }) =>
  isTooCostly(text) ? (
    <div className={styles.plain}>{text}</div>
  ) : (
    <Suspense fallback={<SkeletonBar width="80%" />}>
      <Markdown text={text} />
    </Suspense>
  );
