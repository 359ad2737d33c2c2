import { useState } from 'react';
import type { View } from '../../api/index.ts';
import type { ListSearch } from '../../search/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ViewIcon } from '../../ui/icons.ts';
import { lazyModule } from '../../ui/lazy-module.ts';
import { partOf } from '../../ui/lazy-part.tsx';
import styles from './save-view.module.css';

const SaveViewDialog = partOf(lazyModule(() => import('./save-view-dialog.tsx')))(
  (parts) => parts.SaveViewDialog,
);

interface SaveViewProps {
  search: ListSearch;
  /** The URL came from this saved view, if there is one. */
  saved: View | undefined;
}

export function SaveView(props: SaveViewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" icon={<ViewIcon />} onClick={() => setOpen(true)}>
        <span className={styles.wideText}>Save view</span>
      </Button>
      <SaveViewDialog isOpen={isOpen} onClose={() => setOpen(false)} {...props} />
    </>
  );
}
