// Every kind of action has its label, the values with which it begins, how it is read and printed, and its words.
import { joinWords, labelInSentence, nestCustom, valueText } from '../words/index.ts';
import {
  type ActionKind,
  type ActionOf,
  type ActionValues,
  nextKey,
  type SetRow,
} from './action.ts';

/** Words name people and macros. */
export interface ActionNames {
  recordType: string;
  nameOf: (email: string) => string;
  /** Names of macros by their ids. */
  macros: Readonly<Record<string, string>>;
}

interface KindRow<Kind extends ActionKind> {
  label: string;
  blank: () => ActionValues[Kind];
  read: (stored: ActionOf<Kind>) => ActionValues[Kind];
  /** Returns undefined while the action is not complete. */
  print: (value: ActionValues[Kind]) => ActionOf<Kind> | undefined;
  /** The words continue "When an incident is created, …". */
  words: (stored: ActionOf<Kind>, names: ActionNames) => string;
}

const trimAll = (texts: readonly string[]): string[] =>
  texts.map((text) => text.trim()).filter((text) => text !== '');

/** Values named `custom.<key>` are a member of their own in the API. */
const rowsOf = ({ custom, ...fields }: Readonly<Record<string, unknown>>): SetRow[] => {
  const own = Object.entries(custom ?? {}).map(([key, value]) => [`custom.${key}`, value] as const);
  return [...Object.entries(fields), ...own].map(([field, value]) => ({
    key: nextKey(),
    field,
    value,
  }));
};

const valueOf = ({ value }: SetRow): unknown => (typeof value === 'string' ? value.trim() : value);

function fieldsOf(rows: readonly SetRow[]): Record<string, unknown> | undefined {
  const isComplete = rows.every(
    (row) => row.field !== '' && ![undefined, ''].includes(valueOf(row) as string),
  );
  return rows.length > 0 && isComplete
    ? nestCustom(Object.fromEntries(rows.map((row) => [row.field, valueOf(row)])))
    : undefined;
}

/** Returns "set priority to P1 and category to network and clear assignee". */
function setWords(rows: readonly SetRow[], { recordType }: ActionNames): string {
  const labelOf = ({ field }: SetRow) => labelInSentence(field, recordType);
  const [cleared, set] = [true, false].map((isNull) =>
    rows.filter(({ value }) => (value === null) === isNull),
  ) as [SetRow[], SetRow[]];
  const values = set.map(
    (row) => `${labelOf(row)} to ${valueText(row.field, row.value, recordType)}`,
  );
  return joinWords([
    ...(set.length > 0 ? [`set ${joinWords(values)}`] : []),
    ...(cleared.length > 0 ? [`clear ${joinWords(cleared.map(labelOf))}`] : []),
  ]);
}

const assignWords: Readonly<
  Record<ActionOf<'assign'>['to'], (group: string, person: string) => string>
> = {
  person: (group, person) => `assign ${person}${group && ` in ${group}`}`,
  group: (group) => `assign the group ${group}`,
  round_robin: (group) => `assign round robin in ${group}`,
  least_open: (group) => `assign by fewest open records in ${group}`,
};

/** Mails go to these people of the record, or to addresses. */
export const mailRoles: Readonly<Record<string, string>> = {
  requester: 'the requester',
  assignee: 'the assignee',
  group: 'the group',
  watchers: 'the watchers',
};

const listNames = (emails: readonly string[], { nameOf }: ActionNames): string[] =>
  emails.map((email) => mailRoles[email] ?? nameOf(email));

export const kinds: { readonly [Kind in ActionKind]: KindRow<Kind> } = {
  assign: {
    label: 'Assign',
    blank: () => ({ to: 'round_robin', group: '', person: '' }),
    read: ({ to, group = '', person = '' }) => ({ to, group, person }),
    print: ({ to, group, person }) => {
      const [team, one] = [group.trim(), person.trim()];
      if (to === 'person')
        return one === '' ? undefined : { to, person: one, ...(team && { group: team }) };
      return team === '' ? undefined : { to, group: team };
    },
    words: ({ to, group = '', person = '' }, { nameOf }) =>
      assignWords[to](group, person && nameOf(person)),
  },
  set: {
    label: 'Set fields',
    blank: () => [{ key: nextKey(), field: '', value: undefined }],
    read: rowsOf,
    print: fieldsOf,
    words: (stored, names) => setWords(rowsOf(stored), names),
  },
  add_note: {
    label: 'Add a note',
    blank: () => ({ visibility: 'team', text: '' }),
    read: (stored) => stored,
    print: ({ visibility, text }) =>
      text.trim() === '' ? undefined : { visibility, text: text.trim() },
    words: ({ visibility }) => `add a ${visibility} note`,
  },
  notify: {
    label: 'Notify',
    blank: () => ({ users: [], groups: [], text: '' }),
    read: ({ users = [], groups = [], text = '' }) => ({ users, groups, text }),
    print: ({ users, groups, text }) =>
      users.length + groups.length === 0
        ? undefined
        : {
            ...(users.length > 0 && { users: trimAll(users) }),
            ...(groups.length > 0 && { groups: trimAll(groups) }),
            ...(text.trim() && { text: text.trim() }),
          },
    words: ({ users = [], groups = [] }, names) =>
      `notify ${joinWords([...listNames(users, names), ...groups])}`,
  },
  mail: {
    label: 'Send a mail',
    blank: () => ({ to: ['requester'], subject: '', text: '' }),
    read: ({ to, template }) => ({ to, ...template }),
    print: ({ to, subject, text }) =>
      to.length === 0 || subject.trim() === '' || text.trim() === ''
        ? undefined
        : { to: trimAll(to), template: { subject: subject.trim(), text: text.trim() } },
    words: ({ to }, names) => `mail ${joinWords(listNames(to, names))}`,
  },
  apply_macro: {
    label: 'Apply a macro',
    blank: () => ({ macro_id: '' }),
    read: (stored) => stored,
    print: ({ macro_id }) => (macro_id === '' ? undefined : { macro_id }),
    words: ({ macro_id }, { macros }) =>
      macros[macro_id] === undefined ? 'apply a macro' : `apply the macro “${macros[macro_id]}”`,
  },
  add_watcher: {
    label: 'Add watchers',
    blank: () => [],
    read: ({ users }) => users,
    print: (users) => (users.length === 0 ? undefined : { users: trimAll(users) }),
    words: ({ users }, names) => `add ${joinWords(listNames(users, names))} to the watchers`,
  },
};

export const actionKinds = Object.keys(kinds) as ActionKind[];
