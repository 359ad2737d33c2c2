// A schema or a parameter with a title is written once in the OpenAPI document, below `components`.
import { isDeepStrictEqual } from 'node:util';
import { internalKeywords } from '../input/schema.ts';

type Node = Record<string, unknown>;
type Kind = 'schemas' | 'parameters' | 'headers' | 'examples' | 'responses';

export const reference = (kind: Kind, name: string) => ({ $ref: `#/components/${kind}/${name}` });

const isParameter = (node: Node): boolean => 'in' in node && 'schema' in node;

/** The style of a comma-separated list belongs to the parameter, not to its schema; a title names the component. */
function splitParameter(node: Node): { title: unknown; parameter: Node } {
  const { title, style, explode, ...schema } = node['schema'] as Node;
  const listed = style !== undefined && { style, explode };
  return { title, parameter: { ...node, ...listed, schema } };
}

/** The plugin moves the examples of a body from its schema to the media type, but not those of a nested schema. */
const withoutExamples = ({ examples: _, ...part }: Node): Node => part;

/** Replaces titled schemas and parameters by references, so that a generated client has names for them. */
export function shareComponents(document: Node): Node {
  const shared: { schemas: Node; parameters: Node } = { schemas: {}, parameters: {} };
  const share = (kind: keyof typeof shared, name: string, part: Node): Node => {
    const known = shared[kind][name] as Node | undefined;
    if (known && !isDeepStrictEqual(withoutExamples(known), withoutExamples(part)))
      throw new Error(`Two different ${kind} have the title ${name}.`);
    shared[kind][name] = { ...part, ...known };
    return reference(kind, name);
  };

  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const node: Node = Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !internalKeywords.includes(key))
        .map(([key, member]) => [
          key,
          key === 'examples' || key === 'example' ? member : visit(member),
        ]),
    );
    if (isParameter(node)) {
      const { title, parameter } = splitParameter(node);
      return typeof title === 'string' ? share('parameters', title, parameter) : parameter;
    }
    const { title, ...schema } = node;
    return typeof title === 'string' && node['type'] === 'object'
      ? share('schemas', title, schema)
      : node;
  };

  const visited = visit(document) as Node;
  return { ...visited, components: { ...(visited['components'] as Node), ...shared } };
}
