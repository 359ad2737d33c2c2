// Charts show the share of successful deliveries of a webhook and the response time of the receiver, per hour.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { faultOf, type WebhookStats, webhookStatsQuery } from '../../api/index.ts';
import { ChartCard } from '../../ui/charts/chart-card.tsx';
import type { Series } from '../../ui/charts/time-chart.ts';
import { TimeChart } from '../../ui/charts/time-chart.tsx';
import { shareText } from '../../ui/marks/delivery-marks.tsx';
import { ErrorPanel } from '../../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../../ui/layout/skeleton.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { clockTime } from '../../ui/marks/time.ts';
import { dateFormat } from '../../ui/region/region.ts';

type Hour = NonNullable<WebhookStats['series']>[number];

const shareOf = ({ delivered, failed }: Hour): number | null =>
  delivered + failed === 0 ? null : delivered / (delivered + failed);

const shares: readonly Series<Hour>[] = [
  { id: 'share', label: 'Delivered', tone: 'green', value: shareOf },
];
const durations: readonly Series<Hour>[] = [
  { id: 'p95', label: '95 % within', tone: 'blue', value: ({ p95_ms }) => p95_ms },
  { id: 'p50', label: 'Median', tone: 'violet', value: ({ p50_ms }) => p50_ms },
];

const periods = [
  { id: '24', label: '24 hours' },
  { id: '168', label: '7 days' },
] as const;

const milliseconds = (value: number): string =>
  value >= 1000 ? `${(value / 1000).toFixed(1)} s` : `${Math.round(value)} ms`;

const HOURS_BY_CLOCK = 24;

const day = dateFormat({ day: 'numeric' });
const date = dateFormat({ day: 'numeric', month: 'short' });

export function WebhookCharts({ id }: { id: string }) {
  const [period, setPeriod] = useState<(typeof periods)[number]['id']>('24');
  const hours = Number(period);
  const { data, error, refetch } = useQuery(webhookStatsQuery(id, hours));
  const points = data?.series ?? [];
  const nameOf = ({ at }: Hour): string =>
    hours <= HOURS_BY_CLOCK
      ? clockTime(Date.parse(at))
      : `${day(Date.parse(at))} ${clockTime(Date.parse(at))}`;
  const rowName = ({ at }: Hour): string => `${date(Date.parse(at))} ${clockTime(Date.parse(at))}`;
  const used = points.filter(({ delivered, failed }) => delivered + failed > 0);
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  return (
    <Tabs label="Period" variant="pill" tabs={periods} value={period} onChange={setPeriod}>
      {!data && <SkeletonBar width="100%" />}
      {data && (
        <>
          <ChartCard
            title="Success rate"
            hint={`${data.delivered} delivered, ${data.failed} failed, ${data.retrying + data.pending} in progress in the last 24 hours: ${shareText(data.success_rate)}`}
            link={
              <Link to="/webhooks/deliveries" search={{ webhook_id: id, status: 'failed' }}>
                Failed deliveries
              </Link>
            }
            table={{
              columns: ['Hour', 'Delivered', 'Failed', 'Share'],
              rows: used.map((hour) => ({
                id: hour.at,
                cells: [rowName(hour), hour.delivered, hour.failed, shareText(shareOf(hour))],
              })),
            }}
          >
            <TimeChart
              label={`Success rate per hour: ${shareText(data.success_rate)} in the last 24 hours`}
              points={points}
              series={shares}
              kind="lines"
              top={1}
              nameOf={nameOf}
              format={shareText}
              height={132}
            />
          </ChartCard>
          <ChartCard
            title="Response time"
            table={{
              columns: ['Hour', '95 % within', 'Median'],
              rows: used.map((hour) => ({
                id: hour.at,
                cells: [
                  rowName(hour),
                  hour.p95_ms === null ? '–' : milliseconds(hour.p95_ms),
                  hour.p50_ms === null ? '–' : milliseconds(hour.p50_ms),
                ],
              })),
            }}
          >
            <TimeChart
              label="Response time of the receiver per hour"
              points={points}
              series={durations}
              kind="lines"
              nameOf={nameOf}
              format={milliseconds}
              height={132}
            />
          </ChartCard>
        </>
      )}
    </Tabs>
  );
}
