import type { ReactNode } from 'react';
import { Button } from '../ui/forms/button.tsx';
import { ReloadIcon } from '../ui/icons.ts';
import type { ListRow } from './list.rows.ts';
import type { List } from './list.store.ts';
import styles from './list-head.module.css';
import { numberText } from '../ui/region/region.ts';

interface ListHeadProps<R extends ListRow> {
  list: List<R>;
  heading: string;
  /** The tab of the browser shows this title. */
  title?: string;
  /** The list is a part of a page that has its own heading. */
  isPart?: boolean;
  /** The content stands right of the heading, such as a menu of views. */
  beside?: ReactNode;
  /** The actions stand before the button that reloads. */
  actions?: ReactNode;
  /** The button for the most frequent action is at the end. */
  primary?: ReactNode;
  onReload: () => void;
}

export const ListHead = <R extends ListRow>({
  list: { rows, total, newIds },
  heading,
  title = heading,
  isPart = false,
  beside,
  actions,
  primary,
  onReload,
}: ListHeadProps<R>) => (
  <div className={styles.head}>
    {isPart ? (
      <h2>{heading}</h2>
    ) : (
      <>
        <title>{`${title} – Signalbox`}</title>
        <h1 tabIndex={-1}>{heading}</h1>
      </>
    )}
    {beside}
    <span className={styles.count}>
      {numberText(total)}
      {rows.isLowerBound && '+'}
    </span>
    {newIds.size > 0 && (
      <Button className={styles.new} label="Show new" keys={['.']} onClick={onReload}>
        {newIds.size} new
      </Button>
    )}
    <div className={styles.end}>
      {actions}
      <Button icon={<ReloadIcon />} label="Reload" keys={['R']} onClick={onReload} />
      {primary}
    </div>
  </div>
);
