import {
  type FilterRow,
  IdCell,
  type ListColumn,
  PersonCell,
  TextCell,
  timeColumn,
  titleColumn,
} from '../../lists/index.ts';
import type { AuditRow } from './audit.fold.ts';
import { changedField } from './audit.values.ts';
import { entryKinds, fieldsText, kindText } from './audit.words.ts';

const changedFields = (entry: AuditRow): string =>
  fieldsText(entry, (field) => changedField(field, entry.record.type));

export const auditColumns: readonly ListColumn<AuditRow>[] = [
  timeColumn({ id: 'at', header: 'When', at: ({ at }) => at, isOnNarrow: true }),
  titleColumn(({ kind }) => kindText(kind), {
    field: 'kind',
    header: 'What',
    width: 'minmax(160px, 240px)',
  }),
  {
    id: 'record',
    header: 'Record',
    width: '160px',
    isOnNarrow: true,
    text: ({ record: { id }, run }) => (run ? `${run.length} records` : id),
    render: ({ record: { id }, run }) => <IdCell>{run ? `${run.length} records` : id}</IdCell>,
  },
  {
    id: 'fields',
    field: 'changes',
    header: 'Fields',
    width: 'minmax(120px, 1fr)',
    isWide: true,
    text: (entry) => (entry.run ? '' : changedFields(entry)),
    render: (entry) => <TextCell text={entry.run ? null : changedFields(entry)} />,
  },
  {
    id: 'actor',
    header: 'By',
    width: '144px',
    isOnNarrow: true,
    render: ({ actor }) => <PersonCell email={actor} />,
  },
];

export const auditFilters: readonly FilterRow[] = [
  {
    name: 'kind',
    label: 'What',
    values: Object.fromEntries(entryKinds.map((kind) => [kind, kindText(kind)])),
  },
  { name: 'actor', label: 'By', from: 'person' },
  { name: 'record', label: 'Record id', from: 'text' },
  { name: 'request_id', label: 'Request id', from: 'text' },
  { name: 'since', label: 'Since', from: 'day' },
  { name: 'until', label: 'Until', from: 'day' },
];
