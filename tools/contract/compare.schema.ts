// Compares two schemas and everything below them. Each pair is compared once, so cycles end and a shared schema is reported once.
import {
  ANY,
  createFlattener,
  createResolver,
  type OpenApi,
  refName,
  type Schema,
} from './document.ts';
import { announcesMore, messageOf, type RuleName } from './rules.ts';
import { type Direction, schemaRules } from './rules.schema.ts';

interface Place {
  /** Names the operation and its part, such as `GET /incidents, response 200`. */
  operation: string;
  /** Names the schema and the fields that lead to the place, such as `Incident.sla`. */
  path: string;
}

export interface Break {
  rule: RuleName;
  message: string;
}

interface Side {
  resolve: ReturnType<typeof createResolver>;
  flatten: ReturnType<typeof createFlattener>;
}

export interface Comparison {
  released: Side;
  present: Side;
  breaks: Break[];
  report: (rule: RuleName, place: Place, details?: string) => void;
  /** Returns false if the pair was compared before. */
  isNew: (direction: Direction, released: object, present: object) => boolean;
  compareSchemas: (direction: Direction, place: Place, released: Schema, present: Schema) => void;
}

type Pair = [released: Schema, present: Schema];

const textOf = ({ operation, path }: Place): string =>
  path === '' ? operation : `${operation}: ${path}`;

/** A reference begins a new path, because its name says more than the way to it. */
const enter = (place: Place, schema: Schema): Place =>
  schema.$ref === undefined ? place : { ...place, path: refName(schema.$ref) };

const nameOf = ({ $ref, title }: Schema): string | undefined => ($ref ? refName($ref) : title);

/** Null is compared for the whole schema, so it is left out where the schema is compared with one alternative. */
const withoutNull = ({ type, ...schema }: Schema): Schema => ({
  ...schema,
  ...(type !== undefined && { type: [type].flat().filter((one) => one !== 'null') }),
});

const createSide = (document: OpenApi): Side => {
  const resolve = createResolver(document);
  return { resolve, flatten: createFlattener(resolve) };
};

export function createComparison(releasedDocument: OpenApi, presentDocument: OpenApi): Comparison {
  const released = createSide(releasedDocument);
  const present = createSide(presentDocument);
  const compared = {
    input: new Map<object, Set<object>>(),
    output: new Map<object, Set<object>>(),
  };
  const breaks: Break[] = [];

  const report: Comparison['report'] = (rule, place, details = '') =>
    breaks.push({ rule, message: messageOf(textOf(place), rule, details) });

  const isNew: Comparison['isNew'] = (direction, left, right) => {
    const partners = compared[direction].get(left) ?? new Set();
    if (partners.has(right)) return false;
    compared[direction].set(left, partners.add(right));
    return true;
  };

  /** Returns the share of fields or types that two alternatives have in common. */
  const similarity = ([left, right]: Pair): number => {
    const [one, other] = [released.flatten(left), present.flatten(right)].map(
      ({ properties, types }) => new Set([...Object.keys(properties), ...(types ?? [])]),
    ) as [Set<string>, Set<string>];
    return one.intersection(other).size / Math.max(1, one.union(other).size);
  };

  /** Pairs alternatives by name, then by similarity, so that their order is free. */
  function pairAlternatives(before: readonly Schema[], after: readonly Schema[]) {
    const pairs: Pair[] = [];
    const unpaired = new Set(after);
    const rest = new Set(before);
    const pair = (left: Schema, right: Schema): void => {
      pairs.push([left, right]);
      rest.delete(left);
      unpaired.delete(right);
    };
    for (const left of before) {
      const right = [...unpaired].find(
        (one) => nameOf(one) !== undefined && nameOf(one) === nameOf(left),
      );
      if (right) pair(left, right);
    }
    for (const left of rest) {
      const [best] = [...unpaired]
        .map((right) => ({ right, share: similarity([left, right]) }))
        .filter(({ share }) => share > 0)
        .toSorted((one, other) => other.share - one.share);
      if (best) pair(left, best.right);
    }
    return { pairs, removed: [...rest], added: [...unpaired] };
  }

  function compareAlternatives(direction: Direction, place: Place, ...[left, right]: Pair): void {
    const [before, after] = [released.flatten(left), present.flatten(right)];
    const { pairs, removed, added } = pairAlternatives(
      before.alternatives.length > 0 ? before.alternatives : [withoutNull(released.resolve(left))],
      after.alternatives.length > 0 ? after.alternatives : [withoutNull(present.resolve(right))],
    );
    const show = (one: Schema): string =>
      nameOf(one) ?? JSON.stringify(one.properties ? Object.keys(one.properties) : one);
    if (direction === 'input')
      for (const one of removed) report('input-alternative-removed', place, show(one));
    else if (!announcesMore(before))
      for (const one of added) report('output-alternative-added', place, show(one));
    for (const [one, other] of pairs) compareSchemas(direction, place, one, other);
  }

  /** Returns the schemas that lie directly below both, with the part of the path that leads to them. */
  function* childrenOf(left: Schema, right: Schema): Generator<[step: string, ...Pair]> {
    const [before, after] = [released.flatten(left), present.flatten(right)];
    for (const [name, schema] of Object.entries(before.properties)) {
      const other = after.properties[name];
      if (other) yield [`.${name}`, schema, other];
    }
    if (before.items !== after.items) yield ['[]', before.items, after.items];
    const [one, other] = [before.additional, after.additional];
    if (one !== false && other !== false && (typeof one === 'object' || typeof other === 'object'))
      yield ['.*', one === true ? ANY : one, other === true ? ANY : other];
  }

  function compareSchemas(direction: Direction, from: Place, left: Schema, right: Schema): void {
    if (!isNew(direction, released.resolve(left), present.resolve(right))) return;
    const place = enter(from, right);
    const [before, after] = [released.flatten(left), present.flatten(right)];
    for (const { name, find } of schemaRules[direction]) {
      const details = find(before, after);
      if (details.length > 0) report(name, place, details.join(', '));
    }
    if (before.alternatives.length > 0 || after.alternatives.length > 0)
      compareAlternatives(direction, place, left, right);
    for (const [step, one, other] of childrenOf(left, right))
      compareSchemas(direction, { ...place, path: `${place.path}${step}` }, one, other);
  }

  return { released, present, breaks, report, isNew, compareSchemas };
}
