// The palette of the shell: all commands that are bound now, and a search or an id that was typed.
import { useNavigate } from '@tanstack/react-router';
import { type BoundCommand, useBoundCommands } from '../keys/index.ts';
import { Palette, type PaletteItem } from '../ui/palette.tsx';

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
] as const;

export function CommandPalette() {
  const navigate = useNavigate();
  const commands = useBoundCommands();
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
    return [
      {
        id: 'search-text',
        label: `Search incidents for “${query}”`,
        group: 'Search',
        run: () => void navigate({ to: '/incidents', search: { q: query } }),
      },
    ];
  };
  return (
    <Palette
      items={commands.filter(({ id }) => id !== 'palette').map(itemOf)}
      itemsFor={itemsFor}
    />
  );
}
