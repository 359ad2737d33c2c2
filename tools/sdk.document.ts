// The generator of the SDK reads these parts of an OpenAPI document.

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  /** Names of additional members have this form, such as `custom.<key>`. */
  'x-additionalPropertiesName'?: string;
  anyOf?: Schema[];
  description?: string;
  format?: string;
  pattern?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

export interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, Content & { $ref?: string }>;
  security?: object[];
}

export interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

/** Returns the name of the component that a reference points to. */
export const refName = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);

export interface SdkOperation {
  id: string;
  method: string;
  path: string;
  operation: OperationObject;
  parameters: Parameter[];
}

export const operationsOf = ({ paths, components }: Document): SdkOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      operation,
      parameters: (operation.parameters ?? []).map((parameter) =>
        parameter.$ref ? getRequired(components.parameters, refName(parameter.$ref)) : parameter,
      ),
    })),
  );

/** Throws if the record has no such member. */
export function getRequired<T>(record: Readonly<Record<string, T>>, name: string): T {
  const found = record[name];
  if (found === undefined) throw new Error(`openapi.json has no ${name}`);
  return found;
}

/** Returns whether the member has the values of the instance's own fields, whose keys only the instance knows. */
export const isCustomMember = (name: string, { type, properties }: Schema): boolean =>
  name === 'custom' && type === 'object' && properties === undefined;

const refsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name = '']) => name,
  );

/** Returns the given schemas, and those that they refer to. */
function withReferred(document: Document, names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const next of refsIn(document.components.schemas[name])) visit(next);
  };
  for (const name of names) visit(name);
  return found;
}

/** Returns the schemas of request bodies, and those that they refer to. */
export const inputSchemas = (document: Document): Set<string> =>
  withReferred(
    document,
    operationsOf(document).flatMap(({ operation }) => refsIn(operation.requestBody)),
  );

/** Returns the schemas that have the values of custom fields, or refer to one that has them. */
export function customizedSchemas(document: Document): Set<string> {
  const { schemas } = document.components;
  const hasCustom = (name: string): boolean =>
    Object.entries(schemas[name]?.properties ?? {}).some(([key, one]) => isCustomMember(key, one));
  return new Set(
    Object.keys(schemas).filter((name) => [...withReferred(document, [name])].some(hasCustom)),
  );
}
