// The palette of the shell: all commands that are bound now, and a search or an id that was typed.
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { mayUse, meQuery } from '../api/index.ts';
import { type BoundCommand, useBoundCommands } from '../keys/index.ts';
import { Palette, type PaletteItem } from '../ui/overlays/palette.tsx';

const groups: Record<string, string> = { everywhere: 'Anywhere', list: 'List', record: 'Record' };

const itemOf = ({ id, label, keys, scope, unavailable, run }: BoundCommand): PaletteItem => ({
  id,
  label,
  group: groups[scope[0] ?? ''] ?? '',
  keys: keys[0],
  unavailable,
  run,
});

/** Records that are opened by their id. */
const records = [
  { id: /^INC[0-9A-Z]{7}$/, group: 'Incident', to: '/incidents/$id' },
  { id: /^CHG[0-9A-Z]{7}$/, group: 'Change', to: '/changes/$id' },
  { id: /^REQ[0-9A-Z]{7}$/, group: 'Request', to: '/requests/$id' },
  { id: /^CI\d+$/, group: 'CI', to: '/cmdb/$id' },
  { id: /^KB[0-9A-Z]{7}$/, group: 'Article', to: '/knowledge/$id' },
] as const;

/** Lists that are searched for other texts. */
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
    const id = query.toUpperCase();
    if (query === '') return [];
    const record = records.find((one) => one.id.test(id));
    if (record)
      return [
        {
          id: 'open',
          label: `Open ${id}`,
          group: record.group,
          run: () => void navigate({ to: record.to, params: { id } }),
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
