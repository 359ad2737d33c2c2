// A large search field for pages of employees; the list follows what is typed once the writer pauses.
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../icons.ts';
import { useDebounced } from '../use-debounced.ts';
import styles from './search-box.module.css';

const SEARCH_MS = 250;

interface SearchBoxProps {
  label: string;
  /** The list was found with these words. */
  words: string;
  onSearch: (words: string) => void;
}

export function SearchBox({ label, words, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(words);
  const settled = useDebounced(text.trim(), SEARCH_MS);
  const latest = useRef({ words, onSearch });
  useEffect(() => {
    latest.current = { words, onSearch };
  });
  useEffect(() => {
    // Only typing starts a search; words that a link brought are kept.
    if (settled !== latest.current.words) latest.current.onSearch(settled);
  }, [settled]);
  return (
    <label className={styles.search}>
      <SearchIcon aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
    </label>
  );
}
