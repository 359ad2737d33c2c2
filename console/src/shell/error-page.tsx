// What a page shows when it failed to load, or does not exist.
import { Link, useRouter } from '@tanstack/react-router';
import { faultOf } from '../api/index.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorPanel } from '../ui/error-panel.tsx';

export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter();
  return <ErrorPanel fault={faultOf(error)} isPage onRetry={() => void router.invalidate()} />;
}

export const NotFoundPage = () => (
  <EmptyState
    isPage
    title="There is no such page"
    actions={<Link to="/incidents">Go to incidents</Link>}
  >
    Check the address, or look for it in the palette.
  </EmptyState>
);
