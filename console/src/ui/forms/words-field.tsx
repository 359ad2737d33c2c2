// A large search field for pages of employees; the list follows what is typed once the writer pauses.
import { useEffect, useRef, useState } from 'react';
import { SearchIcon } from '../icons.ts';
import { firstField } from './first-field.ts';
import { useDebounced } from '../use-debounced.ts';
import styles from './words-field.module.css';

const SEARCH_MS = 250;

interface WordsFieldProps {
  label: string;
  /** The list was found with these words. */
  words: string;
  onSearch: (words: string) => void;
}

export function WordsField({ label, words, onSearch }: WordsFieldProps) {
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
        {...firstField}
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
