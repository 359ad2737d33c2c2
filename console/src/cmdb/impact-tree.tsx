// In the tree table, arrow keys move, open and close rows, and Enter follows the link.
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Impact } from '../api/index.ts';
import { PersonCell, TextCell } from '../lists/index.ts';
import { ExpandIcon } from '../ui/icons.ts';
import { Level, State } from '../ui/marks/record-marks.tsx';
import { criticalityLabels } from './ci.words.ts';
import styles from './impact.module.css';
import { incidentCounts, type TreeRow, treeRows } from './impact.tree.ts';

interface RowProps {
  row: TreeRow;
  incidents: number;
  isActive: boolean;
  onToggle: () => void;
  onFocus: () => void;
}

const Row = ({ row, incidents, isActive, onToggle, onFocus }: RowProps) => {
  const { ci, level, below, isOpen, position, siblings } = row;
  return (
    <tr
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={below > 0 ? isOpen : undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onFocus}
    >
      <td>
        <span className={styles.branch} data-level={Math.min(level, 6)}>
          {below > 0 ? (
            <button
              type="button"
              tabIndex={-1}
              className={styles.toggle}
              data-open={isOpen || undefined}
              aria-label={isOpen ? `Close ${ci.name}` : `Open ${ci.name}, ${below} below`}
              onClick={onToggle}
            >
              <ExpandIcon />
            </button>
          ) : (
            <span className={styles.leaf} />
          )}
          <Link to="/cmdb/$id" params={{ id: ci.id }} search={{ tab: 'impact' }} tabIndex={-1}>
            {ci.name}
          </Link>
          {below > 0 && !isOpen && <span className={styles.meta}>+{below}</span>}
        </span>
      </td>
      <td>{ci.class}</td>
      <td>
        <State value={ci.status} />
      </td>
      <td>
        {ci.criticality === null ? (
          <TextCell text={null} />
        ) : (
          <Level value={ci.criticality} label={criticalityLabels[ci.criticality]} />
        )}
      </td>
      <td>
        <PersonCell email={ci.owner} />
      </td>
      <td className={styles.number}>{incidents > 0 ? incidents : ''}</td>
    </tr>
  );
};

export function ImpactTree({ impact: { ci, dependants, open_incidents } }: { impact: Impact }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const rows = treeRows(ci.id, dependants, (id) => closed.has(id));
  const counts = incidentCounts(open_incidents);
  const at = Math.min(active, rows.length - 1);
  const setOpen = (id: string, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const focus = (index: number) => {
    const row = body.current?.rows[Math.max(0, Math.min(index, rows.length - 1))];
    row?.focus();
  };
  const keys: Record<string, (row: TreeRow) => void> = {
    ArrowDown: () => focus(at + 1),
    ArrowUp: () => focus(at - 1),
    Home: () => focus(0),
    End: () => focus(rows.length - 1),
    ArrowRight: (row) => (row.isOpen || row.below === 0 ? focus(at + 1) : setOpen(row.ci.id, true)),
    ArrowLeft: (row) => {
      if (row.isOpen) setOpen(row.ci.id, false);
      else focus(rows.findLastIndex((one, index) => index < at && one.level < row.level));
    },
    Enter: () => body.current?.rows[at]?.querySelector('a')?.click(),
  };
  return (
    <div className={styles.scroll}>
      <table className={styles.tree} role="treegrid" aria-label="Impact as a tree">
        <thead>
          <tr>
            <th scope="col">Affected CI</th>
            <th scope="col">Class</th>
            <th scope="col">Status</th>
            <th scope="col">Criticality</th>
            <th scope="col">Owner</th>
            <th scope="col" className={styles.number}>
              Incidents
            </th>
          </tr>
        </thead>
        <tbody
          ref={body}
          onKeyDown={(event) => {
            const row = rows[at];
            const run = keys[event.key];
            if (!row || !run || event.target !== body.current?.rows[at]) return;
            event.preventDefault();
            event.stopPropagation();
            run(row);
          }}
        >
          {rows.map((row, index) => (
            <Row
              key={row.ci.id}
              row={row}
              incidents={counts.get(row.ci.id) ?? 0}
              isActive={index === at}
              onFocus={() => setActive(index)}
              onToggle={() => setOpen(row.ci.id, !row.isOpen)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
