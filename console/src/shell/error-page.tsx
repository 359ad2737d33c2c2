// A page that failed to load, or does not exist, says so and leads back to its list.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { connection, faultOf, isRequester, meQuery, PageLoadError } from '../api/index.ts';
import { EmptyState } from '../ui/layout/empty-state.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { toast } from '../ui/overlays/toast.tsx';
import { wayBackOf } from './way-back.ts';

function WayBack() {
  const { data: me } = useQuery(meQuery);
  const pathname = useLocation({ select: (location) => location.pathname });
  const { to, label } = wayBackOf(pathname, me !== undefined && isRequester(me));
  return <Link to={to}>{label}</Link>;
}

export function ErrorPage({ error }: { error: unknown }) {
  const router = useRouter();
  const retry = useCallback(() => {
    // While offline, a reload would replace the whole page with a message of the browser.
    if (!connection.get().isOnline) toast('You are still offline.', { id: 'offline' });
    else if (error instanceof PageLoadError) location.reload();
    else void router.invalidate();
  }, [error, router]);
  useEffect(() => {
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [retry]);
  return <ErrorPanel fault={faultOf(error)} isPage onRetry={retry} actions={<WayBack />} />;
}

export const NotFoundPage = () => (
  <EmptyState isPage title="Page not found" actions={<WayBack />}>
    Check the address, or use the search at the top of the page.
  </EmptyState>
);
