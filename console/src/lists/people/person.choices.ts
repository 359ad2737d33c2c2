// People are offered in this order: me, then those whom the directory finds, then the typed address itself.
interface Somebody {
  name: string;
  email: string;
}

interface PersonSources {
  q: string;
  me: Somebody | undefined;
  found: readonly Somebody[];
  /** If true, people can be named whom the directory does not have. */
  takesAddress: boolean;
}

interface PersonChoice {
  value: string;
  label: string;
  detail?: string;
  person?: Somebody;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isMeant = ({ name, email }: Somebody, q: string): boolean =>
  [name, email, 'me'].some((text) => text.toLowerCase().startsWith(q.toLowerCase()));

export function personChoices({ q, me, found, takesAddress }: PersonSources): PersonChoice[] {
  const others = found.filter(({ email }) => !me || !isSame(email, me.email));
  // Somebody who types a name nearly always means another person; "me" alone means oneself.
  const isFirst = q === '' || isSame(q, 'me');
  const own =
    me && isMeant(me, q)
      ? [{ value: me.email, label: `${me.name} (me)`, detail: me.email, person: me }]
      : [];
  const people = others.map((person) => ({
    value: person.email,
    label: person.name,
    detail: person.email,
    person,
  }));
  const isKnown = [...own, ...people].some(({ value }) => isSame(value, q));
  return [
    ...(isFirst ? [...own, ...people] : [...people, ...own]),
    ...(takesAddress && q.includes('@') && !isKnown ? [{ value: q, label: `Use “${q}”` }] : []),
  ];
}
