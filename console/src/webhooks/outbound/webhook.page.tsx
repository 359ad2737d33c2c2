// The page of an outbound webhook has its health, its deliveries with charts, and its settings.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { mayUse, meQuery, type OutboundWebhook, webhookQuery } from '../../api/index.ts';
import { ListPage } from '../../lists/index.ts';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useMedia } from '../../ui/use-media.ts';
import {
  deliveryColumns,
  deliveryFilters,
  noDeliveries,
} from '../deliveries/deliveries.columns.tsx';
import { deliveryList } from '../deliveries/deliveries.list.ts';
import page from '../page.module.css';
import { WebhookCharts } from './webhook-charts.tsx';
import { WebhookHeader } from './webhook-header.tsx';
import { WebhookSettings } from './webhook-settings.tsx';
import type { WebhookTab } from './webhook.route.ts';

const route = getRouteApi('/webhooks/outbound/$id');
const ONE_COLUMN = '(width < 1100px)';

function Deliveries({ webhook: { id } }: { webhook: OutboundWebhook }) {
  const navigate = useNavigate();
  const { dataUpdatedAt } = useQuery(webhookQuery(id));
  return (
    <ListPage
      list={deliveryList}
      heading="Deliveries"
      within={{ webhook_id: id }}
      readAt={dataUpdatedAt}
      columns={deliveryColumns}
      filters={deliveryFilters}
      onOpen={(row) => void navigate({ to: '/webhooks/deliveries/$id', params: { id: row.id } })}
      empty={noDeliveries}
    />
  );
}

function WebhookTabs({ webhook, mayManage }: { webhook: OutboundWebhook; mayManage: boolean }) {
  const { tab = 'deliveries' } = route.useSearch();
  const navigate = route.useNavigate();
  const isOneColumn = useMedia(ONE_COLUMN);
  const shown: WebhookTab = tab === 'charts' && !isOneColumn ? 'deliveries' : tab;
  const tabs: { id: WebhookTab; label: string }[] = [
    { id: 'deliveries', label: 'Deliveries' },
    ...(isOneColumn ? [{ id: 'charts' as const, label: 'Charts' }] : []),
    { id: 'settings', label: 'Settings' },
  ];
  const charts = <WebhookCharts id={webhook.id} />;
  return (
    <div className={page.tabs}>
      <Tabs
        label="Parts of the webhook"
        tabs={tabs}
        value={shown}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
      >
        {shown === 'settings' && (
          <WebhookSettings key={webhook.id} webhook={webhook} mayManage={mayManage} />
        )}
        {shown === 'charts' && <div className={classes(page.side, page.alone)}>{charts}</div>}
        {shown === 'deliveries' && (
          <div className={page.columns}>
            <Deliveries webhook={webhook} />
            {!isOneColumn && <aside className={page.side}>{charts}</aside>}
          </div>
        )}
      </Tabs>
    </div>
  );
}

export function WebhookPage() {
  const { id } = route.useParams();
  const { data: me } = useQuery(meQuery);
  const { data: webhook } = useQuery(webhookQuery(id));
  if (!webhook) return null;
  const mayManage = me !== undefined && mayUse(me, 'webhooks.manage');
  return (
    <div className={page.record}>
      <title>{`${webhook.name} – Signalbox`}</title>
      <WebhookHeader webhook={webhook} mayManage={mayManage} />
      <WebhookTabs webhook={webhook} mayManage={mayManage} />
    </div>
  );
}
