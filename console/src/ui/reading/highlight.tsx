// Highlights a part of a text and scrolls there, by the CSS Custom Highlight API: the DOM stays React's.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './highlight.module.css';

interface Place {
  piece: number;
  offset: number;
}

interface HighlightProps {
  /** Finds the part in the texts of the content; undefined if it is missing, '' if none is sought. */
  find: (pieces: readonly string[]) => { from: Place; to: Place } | '' | undefined;
  children: ReactNode;
}

const NAME = 'passage';

function textsIn(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) found.push(walker.currentNode as Text);
  return found;
}

export function PassageHighlight({ find, children }: HighlightProps) {
  const root = useRef<HTMLDivElement>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const show = () => {
      const texts = textsIn(element);
      // The content is loaded later.
      if (texts.length === 0) return;
      observer.disconnect();
      const span = find(texts.map((text) => text.data));
      if (span === '') return;
      setMissing(!span);
      const [from, to] = span ? [texts[span.from.piece], texts[span.to.piece]] : [];
      if (!span || !from || !to) return;
      const range = new Range();
      range.setStart(from, span.from.offset);
      range.setEnd(to, span.to.offset);
      CSS.highlights.set(NAME, new Highlight(range));
      from.parentElement?.scrollIntoView({ block: 'center' });
    };
    const observer = new MutationObserver(show);
    observer.observe(element, { childList: true, subtree: true });
    show();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key of the caller stands for `find`
  }, []);
  return (
    <>
      {isMissing && (
        <p className={styles.missing} role="status">
          The cited passage is no longer in the article.
        </p>
      )}
      <div ref={root} className={styles.text}>
        {children}
      </div>
    </>
  );
}
