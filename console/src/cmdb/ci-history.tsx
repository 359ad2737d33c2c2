// The newest entry is first; each shows the values before and after.
import { useInfiniteQuery } from '@tanstack/react-query';
import { faultOf, timelineOf } from '../api/index.ts';
import { Person } from '../lists/index.ts';
import { Button } from '../ui/forms/button.tsx';
import { History } from '../ui/diff/history.tsx';
import { ErrorPanel } from '../ui/layout/error-panel.tsx';
import { SkeletonBar } from '../ui/layout/skeleton.tsx';
import { customTextAt } from '../words/index.ts';
import { fieldLabel } from './ci.words.ts';

const kinds: Readonly<Record<string, string>> = {
  'ci.created': 'created the CI',
  'ci.updated': 'changed the CI',
};

/** These fields say nothing beside the others. */
const implied = new Set(['version', 'updated_at', 'last_discovered_at']);

export function CiHistory({ id }: { id: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    timelineOf({ type: 'ci', id }),
  );
  if (error && !data) return <ErrorPanel fault={faultOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBar width="60%" />;
  const entries = data.pages
    .flatMap((page) => page.entries)
    .map(({ id: key, at, actor, kind, changes = {}, delivery }) => ({
      id: key,
      at,
      actor: delivery ? undefined : <Person email={actor} />,
      text: delivery
        ? `${delivery.event} was sent to ${delivery.webhook_name}: ${delivery.status}`
        : (kinds[kind] ?? kind.replaceAll(/[._]/g, ' ')),
      changes:
        kind === 'ci.created'
          ? []
          : Object.entries(changes)
              .filter(([field]) => !implied.has(field))
              .map(([field, change]) => ({ field, ...change })),
    }));
  return (
    <>
      <History
        entries={entries}
        labelOf={fieldLabel}
        wordsOf={(field, value) => customTextAt(field, value, 'ci')}
      />
      {hasNextPage && <Button onClick={() => void fetchNextPage()}>Show older entries</Button>}
    </>
  );
}
