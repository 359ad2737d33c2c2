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
