// Below a list: the failure of a page after the first, and a way to go on.
import { faultOf } from '../api/index.ts';
import { Button } from '../ui/button.tsx';
import type { List, ListRow } from './list.store.ts';
import styles from './list-foot.module.css';

export function ListFoot<R extends ListRow>({ list }: { list: List<R> }) {
  if (list.fault === undefined) return null;
  const { title, detail } = faultOf(list.fault);
  return (
    <div className={styles.foot} role="alert">
      {title}: {detail}
      <Button onClick={() => list.retry()}>Retry</Button>
    </div>
  );
}
