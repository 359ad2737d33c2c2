// The contents link to the headings of a text, which are read from the text on screen.
import { type RefObject, useEffect, useState } from 'react';
import styles from './contents.module.css';

interface Heading {
  text: string;
  level: number;
}

const SELECTOR = 'h3, h4, h5, h6';
const headingsIn = (root: Element): HTMLElement[] => [
  ...root.querySelectorAll<HTMLElement>(SELECTOR),
];

/** Follows the text, which is loaded later and may be replaced. */
function useHeadings(root: RefObject<HTMLElement | null>): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    const read = () =>
      setHeadings(
        headingsIn(element).map(({ textContent, tagName }) => ({
          text: textContent,
          level: Number(tagName.slice(1)),
        })),
      );
    const observer = new MutationObserver(read);
    observer.observe(element, { childList: true, subtree: true });
    read();
    return () => observer.disconnect();
  }, [root]);
  return headings;
}

/** A text with fewer headings needs no contents. */
const MIN_HEADINGS = 2;

export function Contents({ root }: { root: RefObject<HTMLElement | null> }) {
  const headings = useHeadings(root);
  if (headings.length < MIN_HEADINGS) return null;
  const top = Math.min(...headings.map(({ level }) => level));
  const goTo = (index: number) => {
    const heading = root.current && headingsIn(root.current)[index];
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: 'start' });
  };
  return (
    <nav className={styles.contents} aria-label="Contents">
      <h2>Contents</h2>
      <ol>
        {headings.map(({ text, level }, index) => (
          // eslint-disable-next-line react/no-array-index-key -- two headings may have the same text
          <li key={`${index} ${text}`} data-level={level - top}>
            <button type="button" onClick={() => goTo(index)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
