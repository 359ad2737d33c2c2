import type { Mailbox } from '../../api/index.ts';
import { type ListColumn, TextCell, timeColumn, titleColumn } from '../../lists/index.ts';
import { healthLabel, HealthMark } from '../../ui/marks/delivery-marks.tsx';
import { incomingText, markOf, recordText } from './mailboxes.words.ts';

export const mailboxColumns: readonly ListColumn<Mailbox>[] = [
  titleColumn(({ address }) => address, {
    field: 'address',
    header: 'Address',
    width: 'minmax(160px, 1fr)',
  }),
  {
    id: 'name',
    header: 'Name',
    width: 'minmax(100px, 1fr)',
    isWide: true,
    render: ({ name }) => <TextCell text={name} />,
  },
  {
    id: 'record_type',
    header: 'Mail becomes',
    width: '112px',
    isOnNarrow: true,
    text: recordText,
    render: (mailbox) => <TextCell text={recordText(mailbox)} />,
  },
  {
    id: 'incoming',
    header: 'Received by',
    width: 'minmax(140px, 1fr)',
    isWide: true,
    text: incomingText,
    render: (mailbox) => <TextCell text={incomingText(mailbox)} />,
  },
  {
    id: 'health',
    header: 'Health',
    width: '104px',
    isOnNarrow: true,
    text: (mailbox) => healthLabel(markOf(mailbox)),
    render: (mailbox) => <HealthMark {...markOf(mailbox)} />,
  },
  {
    id: 'last_error',
    header: 'Why',
    width: 'minmax(160px, 2fr)',
    isWide: true,
    text: ({ health }) => health.last_error ?? '',
    render: ({ health }) => <TextCell text={health.last_error} />,
  },
  timeColumn({
    id: 'last_message_at',
    header: 'Last mail',
    align: 'end',
    at: ({ health }) => health.last_message_at,
  }),
];
