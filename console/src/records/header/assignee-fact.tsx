import { Person } from '../../lists/index.ts';
import { usePersonNames } from '../../words/index.ts';
import { Fact, Nobody } from './header.tsx';

interface AssigneePage {
  record: { assigned_to: string | null };
  mayEdit: boolean;
  editProperty: (field: string) => void;
}

export function AssigneeFact({ page }: { page: AssigneePage }) {
  const nameOf = usePersonNames();
  const { assigned_to } = page.record;
  return (
    <Fact
      label={`${assigned_to === null ? 'Unassigned' : nameOf(assigned_to)}, change the assignee`}
      canEdit={page.mayEdit}
      onEdit={() => page.editProperty('assigned_to')}
    >
      {assigned_to === null ? <Nobody /> : <Person email={assigned_to} />}
    </Fact>
  );
}
