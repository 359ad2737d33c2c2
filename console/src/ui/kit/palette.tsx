// The command palette finds every command and page by name.
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { matching } from './palette.match.ts';
import { Keys } from '../marks/keys.tsx';
import { SearchIcon } from '../icons.ts';
import { KitProvider } from './provider.tsx';
import styles from './palette.module.css';

const [store, actions] = createSpotlight();

export interface PaletteItem {
  id: string;
  label: string;
  group: string;
  keys?: string | undefined;
  unavailable?: string | undefined;
  run: () => void;
}

interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  items: readonly PaletteItem[];
  /** Returns items that depend on the text, such as a search for it. */
  itemsFor: (query: string) => readonly PaletteItem[];
}

export function Palette({ isOpen, onClose, items, itemsFor }: PaletteProps) {
  const [query, setQuery] = useState('');
  useEffect(() => (isOpen ? actions.open() : actions.close()), [isOpen]);
  const found = [...matching(items, query), ...itemsFor(query.trim())];
  return (
    <KitProvider>
      <Spotlight.Root
        store={store}
        onSpotlightClose={onClose}
        query={query}
        onQueryChange={setQuery}
        shortcut={null}
        attributes={{ content: { 'aria-label': 'Command palette' } }}
        scrollable
        maxHeight={420}
        size={560}
        transitionProps={{ duration: 0 }}
        overlayProps={{ className: styles.overlay ?? '' }}
        classNames={{
          content: styles.content ?? '',
          search: styles.search ?? '',
          actionsList: styles.list ?? '',
          action: styles.action ?? '',
          empty: styles.empty ?? '',
        }}
      >
        <Spotlight.Search
          placeholder="Search commands, or type the id of a record"
          aria-label="Search commands"
          leftSection={<SearchIcon size={16} />}
        />
        <Spotlight.ActionsList>
          {found.map(({ id, label, group, keys, unavailable, run }) => (
            <Spotlight.Action
              key={id}
              onClick={unavailable === undefined ? run : undefined}
              closeSpotlightOnTrigger={unavailable === undefined}
              aria-disabled={unavailable !== undefined || undefined}
            >
              <span className={styles.label}>{label}</span>
              <span className={styles.group}>{unavailable ?? group}</span>
              {keys !== undefined && <Keys keys={keys} />}
            </Spotlight.Action>
          ))}
          {found.length === 0 && <Spotlight.Empty>No command matches.</Spotlight.Empty>}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </KitProvider>
  );
}
