// Each card is a link to the form of an item.
import { Link } from '@tanstack/react-router';
import type { OfferedItem } from '../../api/index.ts';
import { ItemIcon } from '../../ui/marks/item-icon.tsx';
import styles from './catalog.module.css';

export const ItemCards = ({ items, label }: { items: readonly OfferedItem[]; label: string }) => (
  <ul className={styles.cards} aria-label={label}>
    {items.map(({ id, name, summary, icon }) => (
      <li key={id}>
        <Link to="/catalog/$id" params={{ id }} className={styles.card}>
          <ItemIcon name={icon} />
          <span>
            <b>{name}</b>
            {summary !== null && <small>{summary}</small>}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
