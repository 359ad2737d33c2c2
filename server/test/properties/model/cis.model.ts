// The rules of a CI are transcribed from the specification and independent of server/.
import {
  A_TIME,
  type Caller,
  type Fields,
  type Model,
  type Outcome,
  type Sent,
  THE_ID,
} from './family.ts';
import {
  bodyRefusal,
  type Callers,
  changedFields,
  diffOf,
  editors,
  firstRefusals,
  newModel,
  type Refusal,
  refusalOf,
  roles,
  versionRefusal,
  withEvents,
} from './rules.ts';

const readers = roles.filter((role) => role !== 'requester');

const callers: Callers = {
  create: editors,
  read: readers,
  patch: editors,
  upsert: editors,
  discover: editors,
};

/** The requests of a bulk job have no If-Match and show no record. */
export const isBulk = ({ do: what }: Sent): boolean => what === 'upsert' || what === 'discover';

interface Relation {
  type: string;
  ci_id: string;
}

/** The CI keeps its identifiers while a session runs. */
export interface Holder {
  id: string;
  serial_number: string;
  fqdn: string;
  class: string;
  name: string;
}

/** The current session fills the list. */
export const holders: Holder[] = [];

/** The specification says: "identify by serial_number, then fqdn, then class+name". */
const identifiers: Record<string, (one: Fields) => unknown> = {
  serial_number: ({ serial_number }) => serial_number,
  fqdn: ({ fqdn }) => (typeof fqdn === 'string' ? fqdn.toLowerCase() : fqdn),
  'class+name': ({ class: of, name }) => JSON.stringify([of, name]),
};

/** Finds the first identifier that another CI has, with that CI. */
function conflictOf(fields: Fields): { identifier: string; ci_id: string } | undefined {
  for (const [identifier, valueOf] of Object.entries(identifiers)) {
    const value = valueOf(fields);
    const holder = holders.find((one) => value !== null && valueOf({ ...one }) === value);
    if (holder) return { identifier, ci_id: holder.id };
  }
  return undefined;
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges as RFC 7396 says. */
const mergePatch = (current: unknown, patch: unknown): unknown => {
  if (!isObject(patch)) return patch;
  const result: Fields = isObject(current) ? { ...current } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
};

/** Sorts the members of objects, whose order JSON does not keep. */
const canonical = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, member]) => [name, canonical(member)]),
      )
    : value;

const keyOf = ({ type, ci_id }: Relation) => `${type} ${ci_id}`;

/** Sorts the relations by type and id, and keeps each once. */
const normalise = (relations: readonly Relation[]): Relation[] => {
  const byKey = new Map(relations.map((one) => [keyOf(one), one]));
  return [...byKey.keys()].toSorted().map((key) => byKey.get(key) as Relation);
};

/** Returns the fields after an update, without those of a discovery. */
const applyEdit = (fields: Fields, { attributes, relations, ...body }: Fields): Fields => ({
  ...fields,
  ...body,
  attributes: canonical(mergePatch(fields['attributes'], attributes ?? {})),
  relations: relations ? normalise(relations as Relation[]) : fields['relations'],
});

const discoveryFields = ({ do: what, by, body = {} }: Sent, fields: Fields): Fields =>
  what === 'discover'
    ? {
        discovery_source: body['discovery_source'] ?? by.email,
        first_discovered_at: fields['first_discovered_at'] ?? A_TIME,
        last_discovered_at: A_TIME,
      }
    : {};

const areTargetsUnknown = (relations: unknown): boolean =>
  (relations as Relation[]).some(({ ci_id }) => !holders.some(({ id }) => id === ci_id));

const blankFields = {
  status: 'operational',
  environment: null,
  criticality: null,
  owner: null,
  support_group: null,
  ip_address: null,
  fqdn: null,
  serial_number: null,
  location: null,
  discovery_source: null,
  first_discovered_at: null,
  last_discovered_at: null,
  attributes: {},
  relations: [],
};

const viewOf = ({ fields, version }: Model): Fields => ({ ...fields, id: THE_ID, version });

const createRefusals: Refusal<Model>[] = [
  ...firstRefusals(callers),
  [409, 'identity_conflict', ({ fields }) => conflictOf(fields) !== undefined],
  [400, 'validation_failed', ({ fields }) => areTargetsUnknown(fields['relations'])],
];

/** Creates a CI by POST, or by a bulk job whose row identifies none. */
export function create(sent: Sent): Outcome<Model> {
  const { by, body = {} } = sent;
  const fields = applyEdit(blankFields, body);
  const made = newModel({ ...fields, ...discoveryFields(sent, fields) });
  const refusal = refusalOf(createRefusals, made, sent, {
    identity_conflict: () => ({ ...conflictOf(made.fields) }),
  });
  if (refusal) return refusal;
  const found = sent.do === 'discover' ? emit(made, 'ci.discovered', by) : made;
  const after = emit(found, 'ci.created', by);
  return isBulk(sent) ? { status: 200, after } : { status: 201, after, shown: viewOf(after) };
}

/** The specification says: "a CI that `discover` adds emits `ci.discovered`". Each version has one of the others. */
const emit = (model: Model, type: string, by: Caller, more: Fields = {}): Model => {
  const { name, status, environment, owner, support_group, discovery_source } = model.fields;
  const data = {
    name,
    class: model.fields['class'],
    status,
    environment,
    owner,
    support_group,
    discovery_source,
    actor: by.email,
    ...more,
  };
  return withEvents(model, { type, data });
};

const afterEdit = ({ fields }: Model, sent: Sent): Fields => {
  const next = applyEdit(fields, sent.body ?? {});
  return { ...next, ...discoveryFields(sent, next) };
};

const isEdit = ({ do: what }: Sent) => what !== 'read';
const isChanged = (before: Model, sent: Sent, name: string): boolean =>
  changedFields(before.fields, afterEdit(before, sent)).includes(name);

const refusals: Refusal<Model>[] = [
  ...firstRefusals(callers),
  versionRefusal,
  bodyRefusal,
  [
    409,
    'identity_conflict',
    (before, sent) => isEdit(sent) && conflictOf(afterEdit(before, sent)) !== undefined,
  ],
  [
    400,
    'validation_failed',
    (before, sent) =>
      isEdit(sent) &&
      isChanged(before, sent, 'relations') &&
      areTargetsUnknown(sent.body?.['relations']),
  ],
];

const errorMembers = {
  identity_conflict: (before: Model, sent: Sent): Fields => ({
    ...conflictOf(afterEdit(before, sent)),
  }),
};

/** The time of the last discovery is not part of the version. */
function save(before: Model, sent: Sent): Model {
  const fields = afterEdit(before, sent);
  const changed = changedFields(before.fields, fields);
  const isVersioned = changed.some((name) => name !== 'last_discovered_at');
  const after = { ...before, fields, version: before.version + (isVersioned ? 1 : 0) };
  const { last_discovered_at: _, ...changes } = diffOf(before.fields, fields);
  return isVersioned ? emit(after, 'ci.updated', sent.by, { changes }) : after;
}

export function expect(before: Model, sent: Sent): Outcome<Model> {
  const refusal = refusalOf(refusals, before, sent, errorMembers);
  if (refusal) return refusal;
  const after = isEdit(sent) ? save(before, sent) : before;
  return { status: 200, after, ...(!isBulk(sent) && { shown: viewOf(after) }) };
}
