// A failure of the CI affects its dependants, which are shown with their open incidents and recent changes.
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DEFAULT_DEPTH, faultOf, type Impact, impactQuery } from '../api/index.ts';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { Instant } from '../ui/marks/instant.tsx';
import { Priority, State } from '../ui/marks/record-marks.tsx';
import { SelectField } from '../ui/forms/select-field.tsx';
import { SkeletonBar } from '../ui/layout/skeleton.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { ImpactColumns } from './impact-columns.tsx';
import { ImpactTree } from './impact-tree.tsx';
import styles from './impact.module.css';

interface ImpactForm {
  as?: string;
  depth?: string;
}

const forms = [
  { id: 'columns', label: 'Columns' },
  { id: 'tree', label: 'Tree' },
] as const;

const depths: Readonly<Record<string, string>> = {
  '1': '1 step',
  '2': '2 steps',
  '3': '3 steps',
  '4': '4 steps',
  '5': '5 steps',
  '6': '6 steps',
};

const Incidents = ({ incidents }: { incidents: Impact['open_incidents'] }) => (
  <section className={styles.records} aria-label="Open incidents">
    <h2>
      Open incidents <span className={styles.meta}>{incidents.length}</span>
    </h2>
    <ul>
      {incidents.map(({ id, short_description, priority, state, created_at }) => (
        <li key={id}>
          <Priority value={priority} />
          <Link to="/incidents/$id" params={{ id }}>
            {short_description}
          </Link>
          <State value={state} />
          <span className={styles.meta}>
            {id} · <Instant at={created_at} />
          </span>
        </li>
      ))}
    </ul>
  </section>
);

const Changes = ({ changes }: { changes: Impact['recent_changes'] }) => (
  <section className={styles.records} aria-label="Changes of the last 24 hours">
    <h2>
      Changed in the last 24 hours <span className={styles.meta}>{changes.length}</span>
    </h2>
    <ul>
      {changes.map(({ id, short_description, state, updated_at }) => (
        <li key={id}>
          <Link to="/changes/$id" params={{ id }}>
            {short_description}
          </Link>
          <State value={state} />
          <span className={styles.meta}>
            {id} · <Instant at={updated_at} />
          </span>
        </li>
      ))}
    </ul>
  </section>
);

function sentence({ ci, dependants, truncated }: Impact): string {
  const count = truncated ? `more than ${dependants.length}` : String(dependants.length);
  const noun = dependants.length === 1 ? 'CI' : 'CIs';
  return `If ${ci.name} fails, ${count} other ${noun} ${dependants.length === 1 ? 'is' : 'are'} affected.`;
}

interface ImpactPartProps {
  id: string;
  form: ImpactForm;
  onChange: (form: ImpactForm) => void;
}

export function ImpactPart({ id, form: { as = 'columns', depth }, onChange }: ImpactPartProps) {
  const steps = depth !== undefined && depth in depths ? Number(depth) : DEFAULT_DEPTH;
  const { data, error, refetch } = useQuery(impactQuery(id, steps));
  const shown = as === 'tree' ? 'tree' : 'columns';
  if (error) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  return (
    <div className={styles.impact}>
      <div className={styles.head}>
        <p>{sentence(data)}</p>
        <SelectField
          label="Depth"
          value={String(steps)}
          options={depths}
          onChange={(next) => onChange({ as: shown, depth: next })}
        />
      </div>
      {data.dependants.length === 0 ? (
        <EmptyState title="Nothing depends on this CI">
          CIs that depend on it, run on it, or contain it appear here.
        </EmptyState>
      ) : (
        <Tabs
          label="View of the impact"
          variant="pill"
          tabs={forms}
          value={shown}
          onChange={(next) => onChange({ as: next, depth: String(steps) })}
        >
          {shown === 'tree' ? <ImpactTree impact={data} /> : <ImpactColumns impact={data} />}
        </Tabs>
      )}
      {data.open_incidents.length > 0 && <Incidents incidents={data.open_incidents} />}
      {data.recent_changes.length > 0 && <Changes changes={data.recent_changes} />}
    </div>
  );
}
