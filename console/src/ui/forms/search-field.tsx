// A field that searches on Enter.
import { useEffect, useRef } from 'react';
import { SearchIcon } from '../icons.ts';
import styles from './search-field.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

const MAX_LENGTH = 200;

export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // The address may change without the field: by a filter that is removed, or by going back.
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(input.current?.value.trim() ?? '');
      }}
    >
      <SearchIcon />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        defaultValue={value}
        maxLength={MAX_LENGTH}
        autoComplete="off"
      />
    </form>
  );
}
