// Markdown, with its parser loaded when the first text is shown.
import { lazy, Suspense } from 'react';
import { SkeletonBar } from './skeleton.tsx';

const Markdown = lazy(async () => {
  const { Markdown: component } = await import('./markdown.tsx');
  return { default: component };
});

export const LazyMarkdown = ({ text }: { text: string }) => (
  <Suspense fallback={<SkeletonBar width="80%" />}>
    <Markdown text={text} />
  </Suspense>
);
