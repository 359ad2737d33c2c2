// A naive interpreter of conditions, written from the reference alone: it shares no code with server/src/conditions.
type Value = unknown;

interface NaiveLeaf {
  field: string;
  operator: string;
  value?: Value;
}
export interface NaiveNode extends Partial<NaiveLeaf> {
  all?: NaiveNode[];
  any?: NaiveNode[];
  none?: NaiveNode[];
}

/** The parts that a condition reads; `times` names the fields that hold times. */
export interface NaiveWorld {
  before: Record<string, any> | null;
  after: Record<string, any>;
  ci: Record<string, any> | null;
  requester: Record<string, any> | null;
  note: Record<string, any> | null;
  times: ReadonlySet<string>;
}

/** Null stands for no value. */
function valueOf(record: Record<string, any> | null, name: string): Value {
  if (record === null) return null;
  if (!Object.keys(record).includes(name)) return null;
  return record[name] === undefined ? null : record[name];
}

function valueIn(world: NaiveWorld, record: Record<string, any> | null, field: string): Value {
  const dot = field.indexOf('.');
  if (dot === -1) return valueOf(record, field);
  const group = field.slice(0, dot);
  const name = field.slice(dot + 1);
  if (group === 'ci') return valueOf(world.ci, name);
  if (group === 'requester') return valueOf(world.requester, name);
  if (group === 'note') return valueOf(world.note, name);
  const custom = valueOf(record, 'custom');
  return custom === null ? null : valueOf(custom as Record<string, any>, name);
}

/** Reads digits one by one: sign, digits with at most one point, exponent. Returns null if the text is no number. */
function numberIn(text: string): number | null {
  if (text.length > 40) return null;
  let at = text[0] === '-' ? 1 : 0;
  let digits = 0;
  let points = 0;
  while (at < text.length && (text[at] === '.' || (text[at]! >= '0' && text[at]! <= '9'))) {
    if (text[at] === '.') points += 1;
    else digits += 1;
    at += 1;
  }
  if (digits === 0 || points > 1) return null;
  if (at < text.length) {
    if (text[at] !== 'e' && text[at] !== 'E') return null;
    at += 1;
    if (text[at] === '+' || text[at] === '-') at += 1;
    if (at === text.length) return null;
    while (at < text.length) {
      if (text[at]! < '0' || text[at]! > '9') return null;
      at += 1;
    }
  }
  return parseFloat(text);
}

/** A number, or text that is one. */
function asNumber(value: Value): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? numberIn(value) : null;
}

function isSame(a: Value, b: Value): boolean {
  const [x, y] = [asNumber(a), asNumber(b)];
  if (x !== null || y !== null) return x !== null && y !== null && x === y;
  if (Array.isArray(a) || Array.isArray(b)) return JSON.stringify(a) === JSON.stringify(b);
  return a === b;
}

/** Negative if a is less; null if they have no order. */
function compare(a: Value, b: Value): number | null {
  const [x, y] = [asNumber(a), asNumber(b)];
  if (x !== null && y !== null) return x === y ? 0 : x < y ? -1 : 1;
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : a < b ? -1 : 1;
  return null;
}

function isPartOf(part: Value, whole: Value): boolean {
  if (typeof whole === 'string') return whole.split(String(part)).length > 1;
  if (!Array.isArray(whole)) return false;
  for (const item of whole) if (isSame(item, part)) return true;
  return false;
}

/** Milliseconds, so that two texts of one moment are equal. */
const momentOf = (value: Value): Value => (value === null ? null : Date.parse(value as string));

function isChanged(before: Value, after: Value): boolean {
  return JSON.stringify(before) !== JSON.stringify(after);
}

function holdsLeaf(leaf: NaiveLeaf, world: NaiveWorld): boolean {
  const isTime = world.times.has(leaf.field);
  const read = (record: Record<string, any> | null) => {
    const value = valueIn(world, record, leaf.field);
    return isTime ? momentOf(value) : value;
  };
  const now = read(world.after);
  let given: Value = leaf.value === undefined ? null : leaf.value;
  if (isTime && (typeof given === 'string' || Array.isArray(given)))
    given = Array.isArray(given) ? given.map(momentOf) : momentOf(given);
  const isInList = () => {
    for (const one of given as Value[]) if (isSame(one, now)) return true;
    return false;
  };
  const difference = () => compare(now, given);
  switch (leaf.operator) {
    case 'eq':
      return isSame(now, given);
    case 'neq':
      return !isSame(now, given);
    case 'in':
      return isInList();
    case 'not_in':
      return !isInList();
    case 'gt':
      return difference() !== null && difference()! > 0;
    case 'gte':
      return difference() !== null && difference()! >= 0;
    case 'lt':
      return difference() !== null && difference()! < 0;
    case 'lte':
      return difference() !== null && difference()! <= 0;
    case 'contains':
      return isPartOf(given, now);
    case 'not_contains':
      return !isPartOf(given, now);
    case 'starts_with':
      return typeof now === 'string' && now.slice(0, (given as string).length) === given;
    case 'ends_with':
      return typeof now === 'string' && now.slice(-(given as string).length) === given;
    case 'exists':
      return leaf.value === false ? now === null : now !== null;
    default:
      return holdsChange(leaf.operator, { given, now, isNegated: leaf.value === false }, () =>
        world.before === null ? undefined : read(world.before),
      );
  }
}

/** A new record has no before, and has changed in nothing. */
function holdsChange(
  operator: string,
  { given, now, isNegated }: { given: Value; now: Value; isNegated: boolean },
  readBefore: () => Value,
): boolean {
  const past = readBefore();
  const has = past !== undefined && isChanged(past, now);
  if (operator === 'changed') return isNegated ? !has : has;
  if (!has) return false;
  if (operator === 'changed_from') return isSame(past, given);
  if (operator === 'changed_to') return isSame(now, given);
  throw new Error(`The naive interpreter does not know ${operator}.`);
}

export function holds(node: NaiveNode, world: NaiveWorld): boolean {
  if (node.all) {
    let all = true;
    for (const one of node.all) if (!holds(one, world)) all = false;
    return all;
  }
  if (node.any) {
    let any = false;
    for (const one of node.any) if (holds(one, world)) any = true;
    return any;
  }
  if (node.none) {
    let none = true;
    for (const one of node.none) if (holds(one, world)) none = false;
    return none;
  }
  return holdsLeaf(node as NaiveLeaf, world);
}
