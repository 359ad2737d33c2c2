// The page of an inbound webhook has its mapping to try and change, the events it received, and its settings.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { inboundQuery, mayUse, meQuery } from '../../api/index.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import page from '../page.module.css';
import { InboundHeader } from './inbound-header.tsx';
import { InboundSettings } from './inbound-settings.tsx';
import { Playground } from './playground/playground.tsx';
import { ReceivedEvents } from './received-events.tsx';

const route = getRouteApi('/webhooks/inbound/$id');

const tabs = [
  { id: 'playground', label: 'Mapping' },
  { id: 'events', label: 'Received events' },
  { id: 'settings', label: 'Settings' },
] as const;

export function InboundRecordPage() {
  const { id } = route.useParams();
  const { tab = 'playground', event } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useQuery(meQuery);
  const { data: webhook } = useQuery(inboundQuery(id));
  if (!webhook) return null;
  const mayManage = me !== undefined && mayUse(me, 'webhooks.manage');
  return (
    <div className={page.record}>
      <title>{`${webhook.name} – Signalbox`}</title>
      <InboundHeader webhook={webhook} mayManage={mayManage} />
      <div className={page.tabs}>
        <Tabs
          label="Parts of the webhook"
          tabs={tabs}
          value={tab}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true })}
        >
          {tab === 'playground' && (
            <Playground
              key={`${webhook.handle} ${event}`}
              webhook={webhook}
              mayManage={mayManage}
              eventId={event}
            />
          )}
          {tab === 'events' && (
            <ReceivedEvents
              webhook={webhook}
              mayManage={mayManage}
              onTry={(eventId) => void navigate({ search: { tab: 'playground', event: eventId } })}
            />
          )}
          {tab === 'settings' && <InboundSettings webhook={webhook} mayManage={mayManage} />}
        </Tabs>
      </div>
    </div>
  );
}
