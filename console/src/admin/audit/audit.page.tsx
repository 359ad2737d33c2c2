// The audit trail lists every change to every record, with the values before and after.
import { useSearch } from '@tanstack/react-router';
import { ListPage } from '../../lists/index.ts';
import { Peek } from '../../ui/overlays/peek.tsx';
import { AdminFrame } from '../frame.tsx';
import { useDrawer } from '../use-drawer.ts';
import { AuditEntry } from './audit-entry.tsx';
import { auditColumns, auditFilters } from './audit.columns.tsx';
import { auditList } from './audit.list.ts';
import styles from './audit.module.css';

/** The entry is taken from the loaded rows, because the API has no request for a single one. */
function OpenEntry({ id }: { id: string }) {
  const search = useSearch({ strict: false });
  const { rows } = auditList.of(auditList.queryOf(search));
  const index = rows.indexOf(id);
  const entry = index === undefined ? undefined : rows.at(index);
  return entry ? (
    <AuditEntry entry={entry} />
  ) : (
    <p className={styles.none}>
      This entry is not among the loaded rows. Narrow the filters to find it.
    </p>
  );
}

export function AuditPage() {
  const open = useDrawer();
  return (
    <AdminFrame>
      <ListPage
        list={auditList}
        heading="Audit"
        columns={auditColumns}
        filters={auditFilters}
        onOpen={({ id }) => open(id)}
        peek={(id, onClose) => (
          <Peek label="Audit entry" title="Audit entry" onClose={onClose}>
            <OpenEntry id={id} />
          </Peek>
        )}
        empty={{
          title: 'There are no entries',
          text: 'Every change to every record appears here.',
        }}
      />
    </AdminFrame>
  );
}
