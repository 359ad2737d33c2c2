// The others who have an incident open now.
import { usePresent } from '../live/index.ts';
import { People } from '../ui/marks/people.tsx';

export const Present = ({ id, most }: { id: string; most: number }) => (
  <People
    most={most}
    people={usePresent(id).map(({ actor, mode }) => ({
      email: actor,
      isEditing: mode === 'editing',
    }))}
  />
);
