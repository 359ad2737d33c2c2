import { useNavigate } from '@tanstack/react-router';
import { type ListSearch, withPeek } from '../search/index.ts';

/** Opens the drawer of this id; the rest of the URL stays. */
export function useDrawer(): (id: string) => void {
  const navigate = useNavigate();
  return (id) =>
    void navigate({
      to: '.',
      search: ((before: ListSearch) => withPeek(before, id)) as never,
      replace: true,
    });
}
