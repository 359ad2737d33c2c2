// A row of the search box is a link, or runs a command.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  ChangesIcon,
  CmdbIcon,
  IncidentsIcon,
  KnowledgeIcon,
  ProfileIcon,
  RequestsIcon,
  SearchIcon,
  ViewIcon,
} from '../../ui/icons.ts';
import { Keys } from '../../ui/marks/keys.tsx';
import { State } from '../../ui/marks/record-marks.tsx';
import { Matches } from '../../ui/reading/matches.tsx';
import { plainSnippet } from '../../ui/reading/snippet.ts';
import type { OptionProps } from '../../ui/overlays/search-dialog.tsx';
import type { BoxItem } from './box-item.ts';
import styles from './search.module.css';

const icons: Readonly<Record<NonNullable<BoxItem['type']>, ReactNode>> = {
  incident: <IncidentsIcon />,
  change: <ChangesIcon />,
  request: <RequestsIcon />,
  article: <KnowledgeIcon />,
  ci: <CmdbIcon />,
  person: <ProfileIcon />,
  view: <ViewIcon />,
  list: <SearchIcon />,
};

/** A note is shown even if the title matches, because the list does not show it. */
function detailOf({ highlights = [] }: BoxItem): ReactNode {
  const isInTitle = highlights.some(({ field }) => field === 'title');
  const note = highlights.find(({ field }) => field === 'note');
  const text = isInTitle ? undefined : highlights.find(({ field }) => field !== 'title');
  const shown = note ?? text;
  return (
    shown && (
      <span className={styles.detail}>
        {shown.field === 'note' && 'Note: '}
        <Matches parts={plainSnippet(shown.parts)} />
      </span>
    )
  );
}

function Content({ item }: { item: BoxItem }) {
  const { type, id, label, state, status, highlights, keys, unavailable } = item;
  const title = highlights?.find(({ field }) => field === 'title');
  return (
    <>
      <span className={styles.icon} aria-hidden>
        {type && icons[type]}
      </span>
      <span className={styles.main}>
        <span className={styles.title}>{title ? <Matches parts={title.parts} /> : label}</span>
        {id !== undefined && <span className={styles.id}>{id}</span>}
        {detailOf(item)}
      </span>
      {unavailable !== undefined && <span className={styles.reason}>{unavailable}</span>}
      {status !== undefined && <span className={styles.reason}>{status}</span>}
      {state !== undefined && <State value={state} />}
      {keys !== undefined && <Keys keys={keys} />}
    </>
  );
}

interface ItemRowProps {
  item: BoxItem;
  option: OptionProps;
  /** Runs before the link is followed. */
  onChoose: (item: BoxItem) => void;
}

export function ItemRow({ item, option, onChoose }: ItemRowProps) {
  if (item.path === undefined)
    return (
      // The field of the dialog has the keys.
      // eslint-disable-next-line jsx-a11y/click-events-have-key-events
      <div
        {...option}
        aria-disabled={item.unavailable !== undefined || undefined}
        onClick={() => onChoose(item)}
      >
        <Content item={item} />
      </div>
    );
  return (
    <Link
      {...option}
      to={item.path}
      search={item.search ?? {}}
      activeProps={{}}
      onClick={({ ctrlKey, metaKey, shiftKey }) => {
        // Another tab opens the page; this one stays as it is.
        if (!ctrlKey && !metaKey && !shiftKey) onChoose(item);
      }}
    >
      <Content item={item} />
    </Link>
  );
}
