// The columns and filters of the audit trail.
import type { Entry } from '../../api/index.ts';
import {
  type FilterRow,
  IdCell,
  type ListColumn,
  PersonCell,
  TextCell,
  timeColumn,
  titleColumn,
} from '../../lists/index.ts';
import { fieldsText, kindText } from './audit.words.ts';

export const auditColumns: readonly ListColumn<Entry>[] = [
  timeColumn({ id: 'at', header: 'When', at: ({ at }) => at, isOnNarrow: true }),
  titleColumn(({ kind }) => kindText(kind), {
    header: 'What',
    width: 'minmax(160px, 240px)',
  }),
  {
    id: 'record',
    header: 'Record',
    width: '160px',
    isOnNarrow: true,
    render: ({ record: { id } }) => <IdCell>{id}</IdCell>,
  },
  {
    id: 'fields',
    header: 'Fields',
    width: 'minmax(120px, 1fr)',
    isWide: true,
    render: (entry) => <TextCell text={fieldsText(entry)} />,
  },
  {
    id: 'actor',
    header: 'By',
    width: '144px',
    isOnNarrow: true,
    render: ({ actor }) => <PersonCell email={actor} />,
  },
];

const kinds = [
  'incident.created',
  'incident.updated',
  'incident.deleted',
  'change.created',
  'change.updated',
  'request.created',
  'request.updated',
  'ci.created',
  'ci.updated',
  'article.created',
  'article.updated',
  'article.deleted',
  'user.created',
  'user.updated',
  'client.created',
  'client.updated',
  'client.secret_rotated',
  'group.created',
  'group.updated',
  'settings.updated',
  'api_key.created',
  'api_key.revoked',
  'session.ended',
  'outbound_webhook.created',
  'outbound_webhook.updated',
  'outbound_webhook.deleted',
  'inbound_webhook.created',
  'inbound_webhook.updated',
  'inbound_webhook.deleted',
];

export const auditFilters: readonly FilterRow[] = [
  {
    name: 'kind',
    label: 'What',
    values: Object.fromEntries(kinds.map((kind) => [kind, kindText(kind)])),
  },
  { name: 'actor', label: 'By', from: 'person' },
  { name: 'record', label: 'Record id', from: 'text' },
  { name: 'request_id', label: 'Request id', from: 'text' },
  { name: 'since', label: 'Since', from: 'day' },
  { name: 'until', label: 'Until', from: 'day' },
];
