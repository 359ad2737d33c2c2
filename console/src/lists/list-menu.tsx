// The menu has actions on the whole list that are seldom needed.
import { useState } from 'react';
import type { ListQuery } from '../search/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { DownloadIcon, MoreIcon } from '../ui/icons.ts';
import { lazyModule } from '../ui/lazy-module.ts';
import { partOf } from '../ui/lazy-part.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { arrangeColumns } from './columns/chosen-columns.ts';
import type { ListColumn } from './columns/list-column.ts';
import type { DefinedList } from './define-list.ts';
import type { ListRow } from './list.rows.ts';
import styles from './list-head.module.css';

const exporting = partOf(lazyModule(() => import('./export/export-dialog.tsx')));
const ExportDialog = exporting((parts) => parts.ExportDialog);

interface ListMenuProps<R extends ListRow> {
  list: DefinedList<R>;
  query: ListQuery;
  /** The name of the file begins with this name of the rows. */
  name: string;
  columns: readonly ListColumn<R>[];
  cols: string | undefined;
}

export function ListMenu<R extends ListRow>({
  list,
  query,
  name,
  columns,
  cols,
}: ListMenuProps<R>) {
  const [isExporting, setExporting] = useState(false);
  const exported = arrangeColumns(columns, cols).filter(({ isFixed }) => !isFixed);
  return (
    <span className={styles.atDesk}>
      <Menu
        position="bottom-end"
        target={<Button icon={<MoreIcon />} label="More" />}
        groups={[
          {
            items: [
              {
                label: 'Export as CSV…',
                icon: <DownloadIcon />,
                run: () => setExporting(true),
              },
            ],
          },
        ]}
      />
      <ExportDialog
        isOpen={isExporting}
        name={name}
        read={(cursor) => list.read(query, cursor)}
        // The list reads rows of the type that its columns show.
        columns={exported as unknown as readonly ListColumn<ListRow>[]}
        onClose={() => setExporting(false)}
      />
    </span>
  );
}
