// The drawer of a list, by its URL.
import { useNavigate, useSearch } from '@tanstack/react-router';

/** Opens the drawer with this id; the rest of the URL stays. */
export function useDrawer(): (id: string) => void {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  return (id) =>
    void navigate({ to: '.', search: { ...search, peek: id } as never, replace: true });
}
