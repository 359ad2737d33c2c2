// Every kind of administered record has the same page: a list, with a drawer to create and edit.
import { ListPage, type ListRow } from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { useDrawer } from '../use-drawer.ts';
import type { AdminRecord, AdminRow } from './admin-record.ts';
import { capital, NEW, RecordForm } from './record-form.tsx';

export function RecordPage<
  R extends AdminRow,
  F extends object,
  B extends object,
  L extends ListRow = R,
>({
  record,
  readAt,
}: {
  record: AdminRecord<R, F, B, L>;
  /** The list is read again when this time changes. */
  readAt?: number;
}) {
  const open = useDrawer();
  const { noun, heading, list, columns, filters, none } = record;
  return (
    <AdminFrame>
      <ListPage
        list={list}
        heading={heading}
        columns={columns}
        filters={filters}
        {...(readAt !== undefined && { readAt })}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek
            label={id === NEW ? `New ${noun}` : capital(noun)}
            title={id === NEW ? `New ${noun}` : id}
            onClose={onClose}
          >
            <RecordForm record={record} id={id} onSaved={open} />
          </Peek>
        )}
        primary={
          <Button variant="primary" icon={<AddIcon />} onClick={() => open(NEW)}>
            New {noun}
          </Button>
        }
        empty={none}
      />
    </AdminFrame>
  );
}
