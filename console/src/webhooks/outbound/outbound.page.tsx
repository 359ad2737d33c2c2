// The list of outbound webhooks shows the health of each.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mayUse, meQuery, type OutboundWebhook } from '../../api/index.ts';
import {
  type ListColumn,
  ListPage,
  PersonCell,
  TextCell,
  timeColumn,
  titleColumn,
} from '../../lists/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { healthLabel, HealthMark, shareText } from '../../ui/marks/delivery-marks.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { eventsText } from '../event-groups.ts';
import { SectionLinks } from '../section-links.tsx';
import { webhookList } from './outbound.list.ts';

const columns: readonly ListColumn<OutboundWebhook>[] = [
  {
    id: 'health',
    field: 'health.status',
    header: 'Health',
    width: '108px',
    isOnNarrow: true,
    text: ({ health, status }) => healthLabel({ health: health.status, status }),
    render: ({ health, status }) => <HealthMark health={health.status} status={status} />,
  },
  titleColumn(({ name }) => name, {
    to: '/webhooks/outbound/$id',
    field: 'name',
    header: 'Name',
    width: 'minmax(160px, 2fr)',
  }),
  {
    id: 'url',
    header: 'Receiver',
    width: 'minmax(140px, 2fr)',
    isWide: true,
    render: ({ url }) => <TextCell text={url} />,
  },
  {
    id: 'events',
    header: 'Events',
    width: 'minmax(120px, 1fr)',
    isOnNarrow: true,
    render: ({ events }) => <TextCell text={eventsText(events)} />,
  },
  {
    id: 'share',
    field: 'health.success_share_24h',
    header: 'Delivered, 24 h',
    width: '116px',
    align: 'end',
    isOnNarrow: true,
    text: ({ health: { success_share_24h: share } }) => (share === null ? '' : shareText(share)),
    render: ({ health }) => shareText(health.success_share_24h),
  },
  timeColumn({
    id: 'failure',
    field: 'health.last_failure_at',
    header: 'Last failure',
    align: 'end',
    at: ({ health }) => health.last_failure_at,
  }),
  {
    id: 'owner',
    header: 'Owner',
    width: '144px',
    isWide: true,
    render: ({ owner }) => <PersonCell email={owner} />,
  },
];

export function OutboundPage() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const unavailable =
    me && !mayUse(me, 'webhooks.manage') ? 'Your role may not manage webhooks.' : undefined;
  return (
    <ListPage
      list={webhookList}
      heading="Webhooks"
      title="Outbound webhooks"
      beside={<SectionLinks />}
      columns={columns}
      filters={[]}
      onOpen={({ id }) =>
        void navigate({ to: '/webhooks/outbound/$id', params: { id }, search: {} })
      }
      primary={
        <Button
          variant="primary"
          icon={<AddIcon />}
          unavailable={unavailable}
          onClick={() => void navigate({ to: '/webhooks/outbound/new' })}
        >
          New webhook
        </Button>
      }
      empty={{
        title: 'No outbound webhooks',
        text: 'An outbound webhook posts events, such as a new P1 incident, to your own receiver as they happen.',
      }}
    />
  );
}
