// Finds the changes of an OpenAPI document that break clients of the released one.
import { type Comparison, createComparison, type Break } from './compare.schema.ts';
import {
  ANY,
  type Body,
  type OpenApi,
  type Operation,
  type Parameter,
  type Response,
} from './document.ts';
import type { Direction } from './rules.schema.ts';

type PathItem = OpenApi['paths'][string];

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

const at = (operation: string, path = '') => ({ operation, path });

function compareContent(
  comparison: Comparison,
  direction: Direction,
  place: string,
  released: Body | Response,
  present: Body | Response,
): void {
  for (const [type, { schema = ANY }] of Object.entries(released.content ?? {})) {
    const media = present.content?.[type];
    if (!media) comparison.report('media-type-removed', at(place, type));
    else comparison.compareSchemas(direction, at(place), schema, media.schema ?? ANY);
  }
}

/** Names of headers have no case. */
const keyOf = ({ in: location, name }: Parameter): string =>
  `${location} parameter ${location === 'header' ? name.toLowerCase() : name}`;

const styleOf = ({ style, explode }: Parameter): string =>
  JSON.stringify({ style, explode }, null, 1).replaceAll(/\s+/g, ' ');

function compareParameters(
  { report, compareSchemas }: Comparison,
  place: string,
  released: ReadonlyMap<string, Parameter>,
  present: ReadonlyMap<string, Parameter>,
): void {
  for (const [key, before] of released) {
    const after = present.get(key);
    if (!after) report('parameter-removed', at(`${place}, ${key}`));
    else {
      const [one, other] = [styleOf(before), styleOf(after)];
      if (one !== other) report('parameter-form', at(`${place}, ${key}`), `${one} → ${other}`);
      compareSchemas('input', at(`${place}, ${key}`), before.schema ?? ANY, after.schema ?? ANY);
    }
  }
  for (const [key, { required }] of present)
    if (required && !released.get(key)?.required)
      report('parameter-required', at(`${place}, ${key}`));
}

function compareBodies(comparison: Comparison, place: string, before?: Body, after?: Body): void {
  if (after?.required && !before?.required) comparison.report('body-required', at(place));
  if (before && !after) comparison.report('body-removed', at(place));
  if (before && after) compareContent(comparison, 'input', place, before, after);
}

/** Only errors have a member `code` at their top. */
const codesOf = ({ flatten }: Comparison['released'], { content = {} }: Response): unknown[] =>
  Object.values(content).flatMap(({ schema = ANY }) => {
    const { code } = flatten(schema).properties;
    return code ? (flatten(code).values ?? []) : [];
  });

function compareResponses(
  comparison: Comparison,
  place: string,
  released: Response,
  present: Response,
): void {
  if (!comparison.isNew('output', released, present)) return;
  for (const name of Object.keys(released.headers ?? {}))
    if (!present.headers?.[name]) comparison.report('header-removed', at(place, name));
  compareContent(comparison, 'output', place, released, present);
  const codes = codesOf(comparison.present, present);
  const gone = codesOf(comparison.released, released).filter((code) => !codes.includes(code));
  if (gone.length > 0) comparison.report('error-code-removed', at(place), gone.join(', '));
}

function compareOperations(
  comparison: Comparison,
  place: string,
  released: Operation,
  present: Operation,
): void {
  const { report } = comparison;
  if (released.operationId !== present.operationId)
    report('operation-renamed', at(place), `${released.operationId} → ${present.operationId}`);
  if (!released.security?.length && present.security?.length) report('token-required', at(place));
  const mapOf = (side: 'released' | 'present', { parameters = [] }: Operation) => {
    const resolved = parameters.map((one) => comparison[side].resolve<Parameter>(one));
    return new Map(resolved.map((parameter) => [keyOf(parameter), parameter]));
  };
  compareParameters(comparison, place, mapOf('released', released), mapOf('present', present));
  compareBodies(
    comparison,
    `${place}, body`,
    released.requestBody && comparison.released.resolve<Body>(released.requestBody),
    present.requestBody && comparison.present.resolve<Body>(present.requestBody),
  );
  for (const [status, before] of Object.entries(released.responses ?? {})) {
    const after = present.responses?.[status];
    const where = `${place}, response ${status}`;
    if (!after) report('status-removed', at(where));
    else
      compareResponses(
        comparison,
        where,
        comparison.released.resolve<Response>(before),
        comparison.present.resolve<Response>(after),
      );
  }
  for (const status of Object.keys(present.responses ?? {}))
    if (!released.responses?.[status] && !/^[45]/.test(status))
      report('success-added', at(`${place}, response ${status}`));
}

function comparePaths(comparison: Comparison, path: string, before: PathItem, after: PathItem) {
  for (const method of METHODS) {
    const [released, present] = [before[method], after[method]];
    const place = `${method.toUpperCase()} ${path}`;
    if (released && present) compareOperations(comparison, place, released, present);
    else if (released) comparison.report('operation-removed', at(place));
  }
}

/** Returns the breaking changes, each at the first place where it is found. */
export function findBreaks(released: OpenApi, present: OpenApi): Break[] {
  const comparison = createComparison(released, present);
  for (const [path, before] of Object.entries(released.paths)) {
    const after = present.paths[path];
    if (after) comparePaths(comparison, path, before, after);
    else comparison.report('path-removed', at(path));
  }
  return comparison.breaks;
}
