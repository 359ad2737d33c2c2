// Every number of the overview has a link to the list that it counts.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { Tabs } from '../ui/layout/tabs.tsx';
import { DeliveryCard } from './delivery-card.tsx';
import { Figures } from './figures.tsx';
import { FlowCards } from './flow-cards.tsx';
import { OpenCard, RiskCard } from './open-cards.tsx';
import { periodOf, periods } from './overview.route.ts';
import styles from './overview.module.css';

const route = getRouteApi('/overview');

export function OverviewPage() {
  const { days } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: me } = useQuery(meQuery);
  return (
    <div className={styles.page}>
      <title>Overview – Signalbox</title>
      <h1 tabIndex={-1}>Overview</h1>
      <Figures />
      <div className={styles.cards}>
        <OpenCard />
        <RiskCard />
      </div>
      <div className={styles.period}>
        <Tabs
          label="Period"
          variant="pill"
          tabs={periods}
          value={periodOf(days).id}
          onChange={(id) => void navigate({ search: { days: id }, replace: true })}
        >
          <div className={styles.cards}>
            <FlowCards period={days} />
            {me && mayUse(me, 'webhooks.read') && <DeliveryCard />}
          </div>
        </Tabs>
      </div>
    </div>
  );
}
