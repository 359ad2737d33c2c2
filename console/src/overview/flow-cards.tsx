// Charts show how many incidents were created and resolved over time, and how long it took to resolve them.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { faultOf, type IncidentStats, statsQuery } from '../api/index.ts';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import type { Series } from '../ui/charts/time-chart.ts';
import { durationAxis } from '../ui/charts/duration-axis.ts';
import { TimeChart } from '../ui/charts/time-chart.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { duration } from '../ui/marks/time.ts';
import { type Period, periodOf } from './overview.route.ts';
import styles from './overview.module.css';
import { dateFormat, numberText } from '../ui/region/region.ts';

type Point = IncidentStats['data'][number];

const flow: readonly Series<Point>[] = [
  { id: 'created', label: 'Created', tone: 'blue', value: ({ created }) => created },
  { id: 'resolved', label: 'Resolved', tone: 'green', value: ({ resolved }) => resolved },
];
const times: readonly Series<Point>[] = [
  {
    id: 'p90',
    label: '90 % within',
    tone: 'violet',
    value: ({ resolve_seconds_p90 }) => resolve_seconds_p90,
  },
  {
    id: 'p50',
    label: 'Median',
    tone: 'blue',
    value: ({ resolve_seconds_p50 }) => resolve_seconds_p50,
  },
];

const DAY_MS = 86_400_000;
const day = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });
const nameOf = ({ at }: Point): string => day(Date.parse(at));

const exactly = (seconds: number | null): string => (seconds === null ? '–' : duration(seconds));

const creationFilter = ({ at }: Point, interval: 'day' | 'week') => ({
  created_after: at,
  created_before: new Date(Date.parse(at) + (interval === 'week' ? 7 : 1) * DAY_MS).toISOString(),
  sort: 'created_at',
  order: 'desc',
});

export function FlowCards({ period }: { period: Period | undefined }) {
  const { id, interval, label } = periodOf(period);
  const { data, error, refetch } = useQuery(statsQuery(Number(id), interval));
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  const points = data?.data ?? [];
  const [created, resolved] = flow.map(({ value }) =>
    points.reduce((sum, point) => sum + (value(point) ?? 0), 0),
  );
  const since = data?.from ?? '';
  return (
    <>
      <div className={styles.wide}>
        <ChartCard
          title="Created and resolved"
          link={
            <>
              <Link
                to="/incidents"
                search={{ created_after: since, sort: 'created_at', order: 'desc' }}
              >
                Created
              </Link>
              <Link
                to="/incidents"
                search={{ resolved_after: since, sort: 'created_at', order: 'desc' }}
              >
                Resolved
              </Link>
            </>
          }
          table={{
            columns: [interval === 'week' ? 'Week of' : 'Day', 'Created', 'Resolved', 'Breached'],
            rows: points.toReversed().map((point) => ({
              id: point.at,
              cells: [
                nameOf(point),
                point.created === 0 ? (
                  0
                ) : (
                  <Link key="created" to="/incidents" search={creationFilter(point, interval)}>
                    {point.created}
                  </Link>
                ),
                point.resolved,
                point.breached,
              ],
            })),
          }}
        >
          <TimeChart
            label={`In the last ${label}: ${created} incidents created, ${resolved} resolved`}
            points={points}
            series={flow}
            kind="bars"
            nameOf={nameOf}
            format={(value) => numberText(value)}
            height={200}
          />
        </ChartCard>
      </div>
      <ChartCard
        title="Time to resolve"
        hint="From creation to resolution, by the day of the resolution."
        link={
          <Link
            to="/incidents"
            search={{ resolved_after: since, sort: 'created_at', order: 'desc' }}
          >
            Resolved incidents
          </Link>
        }
        table={{
          columns: [interval === 'week' ? 'Week of' : 'Day', 'Resolved', 'Median', '90 % within'],
          rows: points
            .filter(({ resolve_seconds_p50 }) => resolve_seconds_p50 !== null)
            .toReversed()
            .map((point) => ({
              id: point.at,
              cells: [
                nameOf(point),
                point.resolved,
                exactly(point.resolve_seconds_p50),
                exactly(point.resolve_seconds_p90),
              ],
            })),
        }}
      >
        <TimeChart
          label={`Time to resolve in the last ${label}: median and 90 %`}
          points={points}
          series={times}
          kind="lines"
          nameOf={nameOf}
          format={duration}
          axis={durationAxis}
        />
      </ChartCard>
    </>
  );
}
