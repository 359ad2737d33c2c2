import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type InboundRow, mayUse, meQuery } from '../../api/index.ts';
import {
  type ListColumn,
  ListPage,
  PersonCell,
  TextCell,
  titleColumn,
  updatedColumn,
} from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { ActiveMark } from '../../ui/marks/delivery-marks.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { SectionLinks } from '../section-links.tsx';
import { actionText } from './inbound.draft.ts';
import { inboundList } from './inbound.list.ts';

const columns: readonly ListColumn<InboundRow>[] = [
  {
    id: 'active',
    header: 'State',
    width: '168px',
    isOnNarrow: true,
    text: ({ active }) => (active ? 'Active' : 'Inactive'),
    render: ({ active, ends_at }) => <ActiveMark isActive={active} endsAt={ends_at} />,
  },
  titleColumn(({ name }) => name, {
    to: '/webhooks/inbound/$id',
    field: 'name',
    header: 'Name',
    width: 'minmax(160px, 2fr)',
  }),
  {
    id: 'action',
    header: 'Action',
    width: 'minmax(120px, 1fr)',
    isOnNarrow: true,
    text: actionText,
    render: (webhook) => <TextCell text={actionText(webhook)} />,
  },
  {
    id: 'filters',
    header: 'Filters',
    width: '80px',
    align: 'end',
    isWide: true,
    text: ({ filters }) => String(filters.length),
    render: ({ filters }) => filters.length,
  },
  {
    id: 'signed',
    field: 'secret_enabled',
    header: 'Signed',
    width: '80px',
    render: ({ secret_enabled }) => (secret_enabled ? 'yes' : 'no'),
  },
  {
    id: 'owner',
    header: 'Owner',
    width: '144px',
    render: ({ owner }) => <PersonCell email={owner} />,
  },
  updatedColumn(),
];

export function InboundPage() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  return (
    <ListPage
      list={inboundList}
      heading="Webhooks"
      title="Inbound webhooks"
      beside={<SectionLinks />}
      columns={columns}
      filters={[]}
      onOpen={({ id }) =>
        void navigate({ to: '/webhooks/inbound/$id', params: { id }, search: {} })
      }
      primary={
        <Button
          variant="primary"
          icon={<AddIcon />}
          unavailable={
            me && !mayUse(me, 'webhooks.manage') ? 'Your role may not manage webhooks.' : undefined
          }
          onClick={() => void navigate({ to: '/webhooks/inbound/new', search: {} })}
        >
          New webhook
        </Button>
      }
      empty={{
        title: 'No inbound webhooks',
        text: 'An inbound webhook turns the events of a monitoring system into incidents. There are templates for Alertmanager, Grafana and GitHub.',
      }}
    />
  );
}
