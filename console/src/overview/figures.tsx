// Each number links to the list of the incidents that it counts.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countsOf, listOf, searchOf } from './overview.queries.ts';
import styles from './overview.module.css';
import { numberText } from '../ui/region/region.ts';

type Name = keyof typeof listOf;

const figures: readonly { name: Name; label: string; tone?: string }[] = [
  { name: 'open', label: 'Open' },
  { name: 'p1', label: 'Open P1', tone: 'red' },
  { name: 'breached', label: 'SLA breached', tone: 'red' },
  { name: 'atRisk', label: 'At risk', tone: 'amber' },
  { name: 'paused', label: 'SLA paused', tone: 'violet' },
  { name: 'unassigned', label: 'Unassigned', tone: 'amber' },
];

function Figure({ name, label, tone }: (typeof figures)[number]) {
  const query = listOf[name];
  const { data } = useQuery(countsOf(query));
  const isCalm = data === undefined || data.total === 0 || tone === undefined;
  return (
    <Link to="/incidents" search={searchOf(query)} className={styles.figure}>
      <b data-tone={isCalm ? undefined : tone}>
        {data ? numberText(data.total) : '–'}
        {data?.total_is_lower_bound && '+'}
      </b>
      <span>{label}</span>
    </Link>
  );
}

export const Figures = () => (
  <nav className={styles.figures} aria-label="Open incidents now">
    {figures.map((figure) => (
      <Figure key={figure.name} {...figure} />
    ))}
  </nav>
);
