// Assignees are offered in this order: me, the members of the record's group with the open incidents of each, the
// others, groups.
interface Assignee {
  name: string;
  email: string;
}

interface AssigneeSources {
  q: string;
  /** It is undefined for somebody who does not work on incidents. */
  me: Assignee | undefined;
  group: string | null;
  members: readonly Assignee[];
  others: readonly Assignee[];
  groups: readonly string[];
  /** Returns how many open incidents somebody has; undefined until it is known. */
  openOf: (email: string) => number | undefined;
  /** If true, people can be assigned whom the directory does not have. */
  takesAddress: boolean;
}

interface AssigneeChoice {
  value: string;
  label: string;
  detail?: string | undefined;
  group?: string;
  title?: string;
  /** A group has no person. */
  person?: Assignee;
}

export interface Assignment {
  field: 'assigned_to' | 'assignment_group';
  value: string | null;
}

const NOBODY = '';
const SEPARATOR = ':';
/** Typing finds the others. */
const MAX_OTHERS = 50;

const valueOf = (field: Assignment['field'], value: string): string =>
  `${field}${SEPARATOR}${value}`;

export function assignmentOf(choice: string): Assignment {
  const at = choice.indexOf(SEPARATOR);
  const [field, value] = [choice.slice(0, at), choice.slice(at + 1)];
  return { field: field as Assignment['field'], value: value === NOBODY ? null : value };
}

/** A person matches if a word of the name, or the address, begins with the typed text. */
const matches = (q: string, name: string, email = ''): boolean => {
  const [text, typed] = [name.toLowerCase(), q.toLowerCase()];
  return (
    text.startsWith(typed) || text.includes(` ${typed}`) || email.toLowerCase().startsWith(typed)
  );
};

const isSame = (one: Assignee, other: Assignee | undefined): boolean =>
  one.email.toLowerCase() === other?.email.toLowerCase();

export function assigneeChoices(sources: AssigneeSources): AssigneeChoice[] {
  const { q, me, group, members, others, groups, openOf, takesAddress } = sources;
  const personOf = (person: Assignee, heading?: string): AssigneeChoice => {
    const open = openOf(person.email);
    return {
      value: valueOf('assigned_to', person.email),
      label: isSame(person, me) ? `${person.name} (me)` : person.name,
      title: person.email,
      person,
      ...(open !== undefined && { detail: `${open} open` }),
      ...(heading !== undefined && { group: heading }),
    };
  };
  const search = (people: readonly Assignee[], besides: readonly Assignee[]) => {
    const taken = new Set(besides.map(({ email }) => email.toLowerCase()));
    return people.filter(({ name, email }) => {
      const isNew = !taken.has(email.toLowerCase());
      taken.add(email.toLowerCase());
      return isNew && matches(q, name, email);
    });
  };
  const own = me ? [me] : [];
  const people = [
    ...own
      .filter(({ name, email }) => q.toLowerCase() === 'me' || matches(q, name, email))
      .map((one) => personOf(one)),
    ...search(members, own).map((one) => personOf(one, group ?? undefined)),
    ...search(others, [...own, ...members])
      .slice(0, MAX_OTHERS)
      .map((one) => personOf(one, 'Others')),
  ];
  const isListed = people.some(({ person }) => person?.email.toLowerCase() === q.toLowerCase());
  return [
    ...people,
    ...(takesAddress && q.includes('@') && !isListed
      ? [{ value: valueOf('assigned_to', q), label: `Use “${q}”` }]
      : []),
    ...groups
      .filter((name) => matches(q, name))
      .map((name) => ({ value: valueOf('assignment_group', name), label: name, group: 'Groups' })),
    ...(q === ''
      ? [{ value: valueOf('assigned_to', NOBODY), label: 'Unassign', group: 'Nobody' }]
      : []),
  ];
}
