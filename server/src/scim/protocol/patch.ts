// Applies the operations of a PATCH (RFC 7644, section 3.5.2) to a draft, with the deviations of Entra: operations in any
// case, members to remove in `value`, and paths as the names of a value without a path.
import { type AttributePath, EXTENSION, IGNORED, parsePath } from './attribute-path.ts';
import { type Condition, isMatch } from './filter.ts';
import { type Attribute, attributeNamed, type ResourceType } from './resource-types.ts';
import { invalidValue, ScimError } from './scim-error.ts';
import {
  type Draft,
  type Element,
  readElement,
  readElements,
  readSimple,
  readValue,
  requireObject,
  type Value,
} from './values.ts';

type Verb = 'add' | 'replace' | 'remove';
const verbs: readonly string[] = ['add', 'replace', 'remove'] satisfies Verb[];

export interface Operation {
  verb: Verb;
  path: string | undefined;
  value: unknown;
}

const MAX_OPERATIONS = 1000;

const syntaxError = (detail: string): ScimError => new ScimError(400, 'invalidSyntax', detail);

/** Members of the message are named regardless of case, too. */
const memberOf = (source: Record<string, unknown>, name: string): unknown =>
  Object.entries(source).find(([key]) => key.toLowerCase() === name)?.[1];

function readOperation(given: unknown): Operation {
  const source = requireObject(given, 'An operation');
  const op = memberOf(source, 'op');
  const verb = typeof op === 'string' ? op.toLowerCase() : '';
  if (!verbs.includes(verb)) throw syntaxError('op is add, replace or remove.');
  const path = memberOf(source, 'path');
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw syntaxError('path is text.');
  return { verb: verb as Verb, path: path || undefined, value: memberOf(source, 'value') };
}

export function readOperations(body: unknown): Operation[] {
  const operations = memberOf(requireObject(body, 'The body'), 'operations');
  if (!Array.isArray(operations) || operations.length === 0)
    throw syntaxError('The body has a list `Operations` with at least one operation.');
  if (operations.length > MAX_OPERATIONS)
    throw new ScimError(413, undefined, `A PATCH has at most ${MAX_OPERATIONS} operations.`);
  return operations.map(readOperation);
}

const isElement = (value: Value | undefined): value is Element =>
  typeof value === 'object' && !Array.isArray(value);

const elementsOf = (value: Value | undefined): readonly Element[] =>
  Array.isArray(value) ? (value as readonly Element[]) : [];

/** An element is identified by its `value`; without one, by all of its parts. */
const keyOf = (element: Element): string =>
  typeof element['value'] === 'string'
    ? `value ${element['value'].toLowerCase()}`
    : JSON.stringify(
        Object.keys(element)
          .toSorted()
          .map((name) => [name, element[name]]),
      );

/** Setting one as primary ends it for the others (RFC 7644, section 3.5.2). */
function withOnePrimary(elements: readonly Element[], changed: readonly Element[]): Element[] {
  const primary = changed.findLast((element) => element['primary'] === true);
  if (!primary) return [...elements];
  return elements.map((element) =>
    element !== primary && element['primary'] === true ? { ...element, primary: false } : element,
  );
}

function withAdded(before: readonly Element[], added: readonly Element[]): Element[] {
  const byKey = new Map(before.map((element) => [keyOf(element), element]));
  const merged = added.map((element) => ({ ...byKey.get(keyOf(element)), ...element }));
  for (const element of merged) byKey.set(keyOf(element), element);
  return withOnePrimary([...byKey.values()], merged);
}

function withoutListed(before: readonly Element[], listed: readonly Element[]): Element[] {
  const keys = new Set(listed.map(keyOf));
  return before.filter((element) => !keys.has(keyOf(element)));
}

/** Requires that the filter compares parts that the elements have. */
function matcherOf(
  { name, subAttributes = [] }: Attribute,
  filter: readonly Condition[],
): (element: Element) => boolean {
  const tests = filter.map((condition) => {
    const sub = attributeNamed(subAttributes, condition.attribute);
    if (!sub)
      throw new ScimError(
        400,
        'invalidFilter',
        `${name} has no part ${condition.attribute.slice(0, 100)}.`,
      );
    return (element: Element) => isMatch(element[sub.name], condition);
  });
  return (element) => tests.every((test) => test(element));
}

const withPart = (element: Element, sub: Attribute, value: unknown): Element => {
  const read = readSimple(sub, value);
  const { [sub.name]: _, ...rest } = element;
  return read === undefined ? rest : { ...rest, [sub.name]: read };
};

/** A new element gets the parts that the filter compares by eq, so that it matches. */
const elementFor = ({ subAttributes = [] }: Attribute, filter: readonly Condition[]): Element =>
  Object.fromEntries(
    filter.flatMap(({ attribute, operator, value }) => {
      const sub = operator === 'eq' ? attributeNamed(subAttributes, attribute) : undefined;
      const read = sub && readSimple(sub, value);
      return sub && read !== undefined ? [[sub.name, read]] : [];
    }),
  );

function patchMatching(
  before: readonly Element[],
  { attribute, filter = [], sub }: AttributePath,
  { verb, value }: Operation,
): readonly Element[] {
  const matches = matcherOf(attribute, filter);
  if (verb === 'remove') {
    if (!sub) return before.filter((element) => !matches(element));
    return before.map((element) => (matches(element) ? withPart(element, sub, null) : element));
  }
  const change = (element: Element): Element =>
    sub
      ? withPart(element, sub, value)
      : { ...(verb === 'add' && element), ...readElement(attribute, value) };
  const targets = before.filter(matches);
  if (targets.length === 0) {
    if (verb === 'replace')
      throw new ScimError(400, 'noTarget', `No value of ${attribute.name} matches the filter.`);
    return withAdded(before, [change(elementFor(attribute, filter))]);
  }
  const changed = new Map(targets.map((element) => [element, change(element)]));
  return withOnePrimary(
    before.map((element) => changed.get(element) ?? element),
    [...changed.values()],
  );
}

function patchList(
  before: readonly Element[],
  path: AttributePath,
  operation: Operation,
): readonly Element[] {
  const { attribute, filter, sub } = path;
  const { verb, value } = operation;
  if (filter || sub) return patchMatching(before, path, operation);
  if (verb === 'add') return withAdded(before, readElements(attribute, value));
  if (verb === 'replace') return withAdded([], readElements(attribute, value));
  // Entra lists the values to remove; without a list, all of them go.
  const listed = value === undefined || value === null ? undefined : readElements(attribute, value);
  return listed ? withoutListed(before, listed) : [];
}

function patchObject(
  before: Element,
  { attribute, sub }: AttributePath,
  { verb, value }: Operation,
): Value | undefined {
  if (sub) return withPart(before, sub, verb === 'remove' ? null : value);
  if (verb === 'remove') return undefined;
  const given = readValue(attribute, value);
  return isElement(given) ? { ...before, ...given } : given;
}

const isEmpty = (value: Value | undefined): boolean =>
  value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

function applyToAttribute(
  draft: Map<string, Value>,
  path: AttributePath,
  operation: Operation,
): void {
  const { attribute, sub } = path;
  const { name, maxValues = Infinity } = attribute;
  if (attribute.mutability === 'readOnly' || sub?.mutability === 'readOnly')
    throw new ScimError(400, 'mutability', `${sub?.name ?? name} is read-only.`);
  const before = draft.get(name);
  const after = (): Value | undefined => {
    if (attribute.multiValued) return patchList(elementsOf(before), path, operation);
    if (attribute.type === 'complex')
      return patchObject(isElement(before) ? before : {}, path, operation);
    return operation.verb === 'remove' ? undefined : readSimple(attribute, operation.value);
  };
  const next = after();
  if (next === undefined || isEmpty(next)) draft.delete(name);
  else draft.set(name, next);
  if (elementsOf(next).length > maxValues)
    throw invalidValue(`${name} has more than ${maxValues} values.`);
}

/** Each name in the value is a path, since Entra sends `name.givenName` and URNs there. */
function applyToAll(
  draft: Map<string, Value>,
  type: ResourceType,
  { verb, value }: Operation,
): void {
  if (verb === 'remove') throw new ScimError(400, 'noTarget', 'An operation remove has a path.');
  for (const [path, part] of Object.entries(requireObject(value, 'value'))) {
    // A whole resource may be sent; these parts of it do not change.
    if (/^(?:id|meta|schemas|groups)$/i.test(path)) continue;
    applyOperation(draft, type, { verb, path, value: part });
  }
}

function applyOperation(draft: Map<string, Value>, type: ResourceType, operation: Operation): void {
  if (operation.path === undefined) return applyToAll(draft, type, operation);
  const path = parsePath(operation.path, type);
  if (path === IGNORED) return;
  if (path !== EXTENSION) return applyToAttribute(draft, path, operation);
  if (operation.verb !== 'remove') return applyToAll(draft, type, operation);
  for (const { name } of type.extension?.attributes ?? []) draft.delete(name);
}

/** Returns the draft after all operations, or throws at the first that cannot be applied. */
export function applyOperations(
  before: Draft,
  type: ResourceType,
  operations: readonly Operation[],
): Draft {
  const draft = new Map(before);
  for (const operation of operations) applyOperation(draft, type, operation);
  return draft;
}
