// The impact is shown in columns by distance; the path to the CI under the pointer or focus is marked.
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Impact } from '../api/index.ts';
import { State } from '../ui/marks/record-marks.tsx';
import styles from './impact.module.css';
import { columnsOf, incidentCounts, pathTo } from './impact.tree.ts';

type ImpactCi = Impact['ci'];

interface CardProps {
  ci: ImpactCi;
  incidents: number;
  isOnPath: boolean;
  onPoint: (id: string | undefined) => void;
}

const Card = ({
  ci: { id, name, class: className, status },
  incidents,
  isOnPath,
  onPoint,
}: CardProps) => (
  <li
    className={styles.card}
    data-path={isOnPath || undefined}
    onPointerEnter={() => onPoint(id)}
    onPointerLeave={() => onPoint(undefined)}
    onFocus={() => onPoint(id)}
    onBlur={() => onPoint(undefined)}
  >
    <Link to="/cmdb/$id" params={{ id }} search={{ tab: 'impact' }} title={name}>
      {name}
    </Link>
    <span className={styles.meta}>{className}</span>
    <span className={styles.marks}>
      <State value={status} />
      {incidents > 0 && (
        <span className={styles.incidents}>
          {incidents === 1 ? '1 incident' : `${incidents} incidents`}
        </span>
      )}
    </span>
  </li>
);

const heading = (distance: number): string =>
  distance === 1 ? 'Directly affected' : `${distance} steps away`;

export function ImpactColumns({ impact }: { impact: Impact }) {
  const { ci, dependants, open_incidents } = impact;
  const [pointed, setPointed] = useState<string>();
  const path = new Set(pointed === undefined ? [] : pathTo(dependants, pointed));
  const counts = incidentCounts(open_incidents);
  const card = (one: ImpactCi) => (
    <Card
      key={one.id}
      ci={one}
      incidents={counts.get(one.id) ?? 0}
      isOnPath={path.has(one.id)}
      onPoint={setPointed}
    />
  );
  return (
    <div className={styles.columns} role="group" aria-label="Impact by distance">
      <section aria-label="This CI">
        <h3>This CI</h3>
        <ul>{card(ci)}</ul>
      </section>
      {columnsOf(dependants).map(({ distance, cis }) => (
        <section key={distance} aria-label={heading(distance)}>
          <h3>
            {heading(distance)} <span className={styles.meta}>{cis.length}</span>
          </h3>
          <ul>{cis.map(card)}</ul>
        </section>
      ))}
    </div>
  );
}
