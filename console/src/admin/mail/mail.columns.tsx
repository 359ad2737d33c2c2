import type { Message } from '../../api/index.ts';
import {
  type FilterRow,
  IdCell,
  type ListColumn,
  TextCell,
  timeColumn,
  titleColumn,
} from '../../lists/index.ts';
import {
  causeLabels,
  causeText,
  senderText,
  stateLabels,
  stateText,
  subjectText,
} from './mail.words.ts';

export const mailColumns: readonly ListColumn<Message>[] = [
  {
    id: 'state',
    header: 'State',
    width: '88px',
    isOnNarrow: true,
    text: stateText,
    render: (message) => <TextCell text={stateText(message)} />,
  },
  titleColumn((message: Message) => subjectText(message), {
    field: 'subject',
    header: 'Subject',
    width: 'minmax(160px, 2fr)',
  }),
  {
    id: 'sender',
    header: 'From',
    width: 'minmax(140px, 1fr)',
    isOnNarrow: true,
    text: senderText,
    render: (message) => <TextCell text={senderText(message)} />,
  },
  {
    id: 'cause',
    header: 'Why',
    width: 'minmax(140px, 1fr)',
    isWide: true,
    text: causeText,
    render: (message) => <TextCell text={causeText(message) || null} />,
  },
  {
    id: 'record',
    field: 'record_id',
    header: 'Record',
    width: '112px',
    text: ({ record_id }) => record_id ?? '',
    render: ({ record_id }) => record_id !== null && <IdCell>{record_id}</IdCell>,
  },
  timeColumn({
    id: 'received',
    field: 'received_at',
    header: 'Received',
    align: 'end',
    at: ({ received_at }) => received_at,
    isOnNarrow: true,
  }),
];

export const mailFilters: readonly FilterRow[] = [
  { name: 'state', label: 'State', values: stateLabels },
  { name: 'cause', label: 'Why', values: causeLabels },
  { name: 'address', label: 'From', from: 'text' },
  { name: 'since', label: 'Received since', from: 'day' },
];
