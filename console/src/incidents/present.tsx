import { usePresent } from '../live/index.ts';
import { People } from '../ui/marks/people.tsx';
import { usePersonNames } from '../words/index.ts';

export function Present({ id, most }: { id: string; most: number }) {
  const present = usePresent(id);
  return present.length === 0 ? null : <NamedPeople present={present} most={most} />;
}

/** Most rows show nobody, so that only this component subscribes to names. */
function NamedPeople({ present, most }: { present: ReturnType<typeof usePresent>; most: number }) {
  const nameOf = usePersonNames();
  const people = present.map(({ actor, mode }) => ({
    email: actor,
    name: nameOf(actor),
    isEditing: mode === 'editing',
  }));
  return <People most={most} people={people} />;
}
