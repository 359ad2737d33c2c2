// The command palette offers all commands that are bound now, and opens an id or searches for a text that is typed.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { type BoundCommand, useBoundCommands } from '../keys/index.ts';
import { Palette, type PaletteItem } from '../ui/overlays/palette.tsx';
import { recordOf } from './search-target.ts';

const groups: Record<string, string> = { everywhere: 'Anywhere', list: 'List', record: 'Record' };

const itemOf = ({ id, label, keys, scope, unavailable, run }: BoundCommand): PaletteItem => ({
  id,
  label,
  group: groups[scope[0] ?? ''] ?? '',
  keys: keys[0],
  unavailable,
  run,
});

/** A text that is not an id can be searched for in these lists. */
const searches = [
  { name: 'incidents', to: '/incidents', permission: 'incidents.read' },
  { name: 'articles', to: '/knowledge', permission: 'articles.read' },
  { name: 'CIs', to: '/cmdb', permission: 'cmdb.read' },
] as const;

interface CommandPaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

export function CommandPalette({ isOpen, onClose }: CommandPaletteProps) {
  const navigate = useNavigate();
  const commands = useBoundCommands();
  const { data: me } = useQuery(meQuery);
  const itemsFor = (query: string): PaletteItem[] => {
    if (query === '') return [];
    const record = recordOf(query);
    if (record)
      return [
        {
          id: 'open',
          label: `Open ${record.id}`,
          group: record.type,
          run: () => void navigate({ to: record.to, params: { id: record.id } }),
        },
      ];
    const allowed = searches.filter(({ permission }) => me && mayUse(me, permission));
    return allowed.map(({ name, to }) => ({
      id: `search-${name}`,
      label: `Search ${name} for “${query}”`,
      group: 'Search',
      run: () => void navigate({ to, search: { q: query } }),
    }));
  };
  return (
    <Palette
      isOpen={isOpen}
      onClose={onClose}
      items={commands.filter(({ id }) => id !== 'palette').map(itemOf)}
      itemsFor={itemsFor}
    />
  );
}
