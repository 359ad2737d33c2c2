// Changes are shown as a list, a board or a calendar.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { WaitingBeside } from '../records/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { AddIcon } from '../ui/icons.ts';
import styles from './change-views.module.css';

const views = [
  { to: '/changes', label: 'List' },
  { to: '/changes/board', label: 'Board' },
  { to: '/changes/calendar', label: 'Calendar' },
] as const;

export const ChangeViews = () => (
  <nav className={styles.views} aria-label="Views of changes">
    {views.map(({ to, label }) => (
      <Link key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
        {label}
      </Link>
    ))}
  </nav>
);

export const ChangesBeside = () => (
  <>
    <ChangeViews />
    <WaitingBeside type="change" />
  </>
);

export function NewChange() {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const mayCreate = me !== undefined && mayUse(me, 'changes.create');
  return (
    <Button
      variant="primary"
      icon={<AddIcon />}
      unavailable={mayCreate ? undefined : 'Your role cannot create changes.'}
      onClick={() => void navigate({ to: '/changes/new' })}
    >
      New change
    </Button>
  );
}
