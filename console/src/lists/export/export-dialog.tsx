// Rows are read page by page into a CSV file; the export can be stopped.
import { useEffect, useReducer, useState } from 'react';
import { faultOf, type ListPage } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { Progress } from '../../ui/marks/progress.tsx';
import { Dialog, DialogFooter } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { ListRow } from '../list.rows.ts';
import { fileNameOf } from './csv.ts';
import { CsvExport, type ExportColumn, MAX_ROWS } from './csv-export.ts';
import { numberText } from '../../ui/region/region.ts';

interface ExportProps {
  /** The name of the file begins with this name of the rows. */
  name: string;
  read: (cursor: string | undefined) => Promise<ListPage<ListRow>>;
  columns: readonly ExportColumn<ListRow>[];
  onClose: () => void;
}

const rowsText = (count: number): string => (count === 1 ? '1 row' : `${numberText(count)} rows`);

function save(file: Blob, name: string, rows: number): void {
  saveFile(file, name);
  // A browser may refuse a second file that nobody pressed a button for.
  const again = { label: 'Save again', run: () => saveFile(file, name) };
  toast(`${name} has ${rowsText(rows)}.`, { action: again });
}

function ExportSteps({ name, read, columns, onClose }: ExportProps) {
  // The export reads the list as it was when it began, whatever is shown behind the dialog.
  const [source] = useState(() => new CsvExport({ read, columns }));
  const [fault, setFault] = useState<unknown>();
  const [attempt, retry] = useReducer((count: number) => count + 1, 0);
  const [, showPage] = useReducer((count: number) => count + 1, 0);
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const run = async () => {
      try {
        const file = await source.run(showPage, stop.signal);
        if (!file) return;
        save(file, fileNameOf(name, new Date()), source.rows);
        if (source.isCut) setDone(true);
        else onClose();
      } catch (error) {
        if (!stop.signal.aborted) setFault(error);
      }
    };
    void run();
    return () => stop.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one export, which a retry continues
  }, [source, attempt]);

  if (fault !== undefined)
    return (
      <ErrorPanel
        fault={faultOf(fault)}
        onRetry={() => {
          setFault(undefined);
          retry();
        }}
      />
    );
  if (isDone)
    return (
      <>
        <p role="status">
          The file has the first {rowsText(source.rows)}
          {source.total !== undefined && ` of ${numberText(source.total)}`}, the most that one file
          can have. Add filters to export the others.
        </p>
        <DialogFooter>
          <Button variant="primary" data-autofocus autoFocus onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </>
    );
  const { rows, total } = source;
  return (
    <>
      {total === undefined ? (
        <Progress label={`Reading: ${rowsText(rows)} so far`} value={0} max={1} />
      ) : (
        <Progress label="Reading the rows" value={rows} max={Math.min(total, MAX_ROWS)} />
      )}
      <DialogFooter>
        <Button data-autofocus onClick={onClose}>
          Stop
        </Button>
      </DialogFooter>
    </>
  );
}

export const ExportDialog = ({ isOpen, ...rest }: ExportProps & { isOpen: boolean }) => (
  <Dialog title="Export as CSV" isOpen={isOpen} onClose={rest.onClose} size={400}>
    <ExportSteps {...rest} />
  </Dialog>
);
