// The panel shows whom and what a record has to do with: its people, and the records that it is linked to.
import type { LinkedRef } from '../../api/index.ts';
import { LinksPanel } from './links-panel.tsx';
import { PeoplePanel } from './people-panel.tsx';
import styles from './related.module.css';

export const RelatedPanel = (ref: LinkedRef) => (
  <div className={styles.panel}>
    <PeoplePanel {...ref} />
    <LinksPanel {...ref} />
  </div>
);
