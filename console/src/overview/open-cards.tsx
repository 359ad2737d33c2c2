// Charts show open incidents by priority: their states, and how many breach or may breach their SLA.
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { breachesTodayQuery, type IncidentQuery, openStates } from '../api/index.ts';
import { ChartCard } from '../ui/charts/chart-card.tsx';
import { StackedRows } from '../ui/charts/stacked-rows.tsx';
import type { Tone } from '../ui/charts/time-chart.ts';
import { Priority } from '../ui/marks/record-marks.tsx';
import { stateLabel } from '../ui/marks/states.ts';
import {
  countIn,
  countsByState,
  countsOf,
  listOf,
  openQuery,
  priorities,
  searchOf,
} from './overview.queries.ts';

const breachesText = ({ count, isLowerBound }: { count: number; isLowerBound: boolean }): string =>
  `${count}${isLowerBound ? ' or more' : ''} ${count === 1 && !isLowerBound ? 'breach' : 'breaches'}`;

const tones: Readonly<Record<(typeof openStates)[number], Tone>> = {
  new: 'blue',
  in_progress: 'green',
  on_hold: 'violet',
  reopened: 'amber',
};

interface CountProps {
  /** The value is undefined while it loads, because 0 would be a statement. */
  value: number | undefined;
  query: IncidentQuery;
}

const Count = ({ value, query }: CountProps): ReactNode =>
  value === undefined ? (
    '–'
  ) : value === 0 ? (
    0
  ) : (
    <Link to="/incidents" search={searchOf(query)}>
      {value}
    </Link>
  );

export function OpenCard() {
  const counts = useQueries({ queries: priorities.map((priority) => countsByState(priority)) });
  const rows = priorities.map((priority, index) => {
    const data = counts[index]?.data;
    const query = { ...listOf.open, priority };
    return {
      priority,
      total: data?.total,
      query,
      parts: openStates.map((state) => ({
        id: state,
        label: stateLabel(state),
        tone: tones[state],
        value: countIn(data?.by.state, state),
      })),
    };
  });
  return (
    <ChartCard
      title="Open by priority and state"
      link={
        <Link to="/incidents" search={searchOf(listOf.open)}>
          Open incidents
        </Link>
      }
      table={{
        columns: ['Priority', ...openStates.map((state) => stateLabel(state)), 'All'],
        rows: rows.map(({ priority, total, query, parts }) => ({
          id: priority,
          cells: [
            priority,
            ...parts.map(({ id, value }) => (
              <Count
                key={id}
                value={total === undefined ? undefined : value}
                query={{ ...query, state: id }}
              />
            )),
            <Count key="all" value={total} query={query} />,
          ],
        })),
      }}
    >
      <StackedRows
        label={`Open incidents: ${rows.map(({ priority, total = '–' }) => `${total} ${priority}`).join(', ')}`}
        rows={rows.map(({ priority, total, query, parts }) => ({
          id: priority,
          label: <Priority value={priority} />,
          parts,
          total: <Count value={total} query={query} />,
        }))}
      />
    </ChartCard>
  );
}

/** The two exclude each other; a breached clock may be paused. */
const risks = [
  { id: 'breached', label: 'Breached', tone: 'red', query: listOf.breached },
  { id: 'at_risk', label: 'At risk', tone: 'amber', query: listOf.atRisk },
] as const;

export function RiskCard() {
  const { data: open } = useQuery(openQuery);
  const counts = useQueries({ queries: risks.map(({ query }) => countsOf(query)) });
  const { data: breaches } = useQuery(breachesTodayQuery);
  const isRead = open !== undefined && counts.every(({ data }) => data !== undefined);
  const rows = priorities.map((priority) => {
    const all = open && countIn(open.by.priority, priority);
    const parts = risks.map(({ id, label, tone }, index) => ({
      id: id as string,
      label: label as string,
      tone: tone as Tone,
      value: countIn(counts[index]?.data?.by.priority, priority),
    }));
    const rest = Math.max(0, (all ?? 0) - parts.reduce((sum, { value }) => sum + value, 0));
    return {
      priority,
      all,
      risky: isRead ? (parts[0]?.value ?? 0) + (parts[1]?.value ?? 0) : undefined,
      parts: [...parts, { id: 'other', label: 'Other open', tone: 'grey' as const, value: rest }],
    };
  });
  return (
    <ChartCard
      title="Breach risk today"
      hint={`${breaches ? `${breachesText(breaches)} since midnight. ` : ''}At risk: 75 % or more of the SLA time is used.`}
      link={
        <Link to="/incidents" search={searchOf({ ...listOf.open, sla: 'breached,at_risk' })}>
          Breached and at risk
        </Link>
      }
      table={{
        columns: ['Priority', ...risks.map(({ label }) => label), 'Open'],
        rows: rows.map(({ priority, all, parts }) => ({
          id: priority,
          cells: [
            priority,
            ...risks.map(({ id, query }, index) => (
              <Count
                key={id}
                value={isRead ? parts[index]?.value : undefined}
                query={{ ...query, priority }}
              />
            )),
            <Count key="open" value={all} query={{ ...listOf.open, priority }} />,
          ],
        })),
      }}
    >
      <StackedRows
        label={`Breached or at risk: ${rows.map(({ priority, risky = '–' }) => `${risky} ${priority}`).join(', ')}`}
        rows={rows.map(({ priority, risky, parts }) => ({
          id: priority,
          label: <Priority value={priority} />,
          parts,
          total: (
            <Count value={risky} query={{ ...listOf.open, priority, sla: 'breached,at_risk' }} />
          ),
        }))}
      />
    </ChartCard>
  );
}
