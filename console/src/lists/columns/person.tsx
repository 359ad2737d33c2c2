// People are shown by name everywhere: the name comes from the directory, and the address is shown on hover.
import { memo } from 'react';
import { PersonMark } from '../../ui/marks/person.tsx';
import { usePersonName } from '../../words/index.ts';

export const Person = memo(({ email }: { email: string }) => (
  <PersonMark email={email} name={usePersonName(email)} />
));
Person.displayName = 'Person';
