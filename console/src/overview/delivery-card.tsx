// Shows the results of the deliveries of all webhooks in the last 24 hours.
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhooksQuery, webhookStatsQuery } from '../api/index.ts';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import type { Series } from '../ui/charts/time-chart.ts';
import { TimeChart } from '../ui/charts/time-chart.tsx';
import { HealthMark, shareText } from '../ui/marks/delivery-marks.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { clockTime } from '../ui/marks/time.ts';

interface Hour {
  at: string;
  delivered: number;
  failed: number;
}

const series: readonly Series<Hour>[] = [
  { id: 'delivered', label: 'Delivered', tone: 'green', value: ({ delivered }) => delivered },
  { id: 'failed', label: 'Failed', tone: 'red', value: ({ failed }) => failed },
];

const HOURS = 24;
/** Each webhook costs one request; instances with more are rare, and the list has them all. */
const MAX_WEBHOOKS = 20;

function sumByHour(all: readonly (readonly Hour[])[]): Hour[] {
  const hours = new Map<string, Hour>();
  for (const { at, delivered, failed } of all.flat()) {
    const known = hours.get(at) ?? { at, delivered: 0, failed: 0 };
    hours.set(at, {
      at,
      delivered: known.delivered + delivered,
      failed: known.failed + failed,
    });
  }
  return [...hours.values()].toSorted((one, other) => one.at.localeCompare(other.at));
}

export function DeliveryCard() {
  const { data } = useQuery(webhooksQuery);
  const webhooks = (data?.rows ?? []).slice(0, MAX_WEBHOOKS);
  const stats = useQueries({ queries: webhooks.map(({ id }) => webhookStatsQuery(id, HOURS)) });
  const points = sumByHour(stats.map(({ data: one }) => one?.series ?? []));
  const failing = webhooks.filter(({ health, active }) => active && health.status === 'failing');
  const worst = webhooks.toSorted(
    (one, other) => (one.health.success_share_24h ?? 2) - (other.health.success_share_24h ?? 2),
  );
  return (
    <ChartCard
      title="Deliveries in the last 24 hours"
      hint={
        webhooks.length === 0
          ? 'No webhook sends events yet.'
          : `${failing.length} of ${webhooks.length} webhooks ${failing.length === 1 ? 'is' : 'are'} failing.`
      }
      link={
        <>
          <Link to="/webhooks/deliveries" search={{ status: 'failed' }}>
            Failed
          </Link>
          <Link to="/webhooks/outbound">Webhooks</Link>
        </>
      }
      table={
        webhooks.length === 0
          ? undefined
          : {
              columns: ['Webhook', 'Health', 'Delivered', 'Last failure'],
              rows: worst.map(({ id, name, health, status }) => ({
                id,
                cells: [
                  <Link key="name" to="/webhooks/outbound/$id" params={{ id }} search={{}}>
                    {name}
                  </Link>,
                  <HealthMark key="health" health={health.status} status={status} />,
                  shareText(health.success_share_24h),
                  health.last_failure_at === null ? (
                    '–'
                  ) : (
                    <Instant key="failure" at={health.last_failure_at} />
                  ),
                ],
              })),
            }
      }
    >
      <TimeChart
        label="Deliveries per hour: delivered and failed"
        points={points}
        series={series}
        kind="stacked"
        nameOf={({ at }) => clockTime(Date.parse(at))}
        format={String}
      />
    </ChartCard>
  );
}
