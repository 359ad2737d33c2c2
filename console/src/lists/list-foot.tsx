// If a page after the first cannot be read, the foot of the list says why and offers a retry.
import { faultOf } from '../api/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { faultText } from '../ui/layout/fault.ts';
import type { ListRow } from './list.rows.ts';
import type { List } from './list.store.ts';
import styles from './list-foot.module.css';

export function ListFoot<R extends ListRow>({ list }: { list: List<R> }) {
  if (list.fault === undefined) return null;
  return (
    <div className={styles.foot} role="alert">
      {faultText(faultOf(list.fault))}
      <Button onClick={() => list.retry()}>Retry</Button>
    </div>
  );
}
