// Generates the types of the SDK's methods, and the table from which the client creates them.
import {
  customizedSchemas,
  type Document,
  operationsOf,
  type Parameter,
  refName,
  type Schema,
  type SdkOperation,
} from './sdk.document.ts';
import { sdkMethods } from '../server/src/platform/http/routes/sdk-methods.ts';
import { commentOf, typeOf } from './sdk.schemas.ts';

/** The document, with the names of its schemas that are generic in the values of custom fields. */
interface Source extends Document {
  customized: ReadonlySet<string>;
}

/** Records of these resources have custom fields, which `CustomTypes` declares by the type of record. */
const customizedResources: Readonly<Record<string, string>> = {
  incidents: 'incident',
  serviceRequests: 'request',
  changes: 'change',
  cis: 'ci',
};

type Tree<T> = { [name: string]: T | Tree<T> };

const pascal = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1);
const camel = (name: string): string =>
  name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Throws if an operation has no method, or a method no operation. */
function methodTree(document: Document): Tree<SdkOperation> {
  const operations = operationsOf(document);
  const ids = new Set(operations.map(({ id }) => id));
  const missing = [...ids].filter((id) => !(id in sdkMethods));
  const stale = Object.keys(sdkMethods).filter((id) => !ids.has(id));
  if (missing.length > 0)
    throw new Error(
      `server/src/platform/http/routes/sdk-methods.ts has no method for ${missing.join(', ')}`,
    );
  if (stale.length > 0) throw new Error(`openapi.json has no operation for ${stale.join(', ')}`);
  const tree: Tree<SdkOperation> = {};
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  for (const [id, name] of Object.entries(sdkMethods)) {
    const operation = byId.get(id);
    const steps = name.split('.');
    const verb = steps.pop();
    if (!operation || !verb) continue;
    let resource = tree;
    for (const step of steps) resource = (resource[step] ??= {}) as Tree<SdkOperation>;
    if (verb in resource)
      throw new Error(`server/src/platform/http/routes/sdk-methods.ts uses ${name} twice`);
    resource[verb] = operation;
  }
  return tree;
}

const isOperation = (entry: SdkOperation | Tree<SdkOperation>): entry is SdkOperation =>
  typeof entry['operation'] === 'object' && typeof entry['id'] === 'string';

const parametersIn = ({ parameters }: SdkOperation, place: Parameter['in']): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place);
const isList = (operation: SdkOperation): boolean =>
  parametersIn(operation, 'query').some(({ name }) => name === 'cursor');

const successOf = ({ operation }: SdkOperation): [type: string, schema: Schema] => {
  const [, response] =
    Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  const [type, { schema }] = Object.entries(response?.content ?? {})[0] ?? ['', { schema: {} }];
  return [type, schema];
};

const isStream = (operation: SdkOperation): boolean =>
  successOf(operation)[0] === 'text/event-stream';

const bodyOf = ({ operation }: SdkOperation): Schema | undefined =>
  operation.requestBody?.content?.['application/json']?.schema;

/** Returns the types of a full row and of a row with selected fields, if the list has the parameter `fields`. */
function sparseRow(
  document: Document,
  operation: SdkOperation,
): [row: string, fields: string] | undefined {
  const [, { $ref = '' }] = successOf(operation);
  const rows = document.components.schemas[refName($ref)]?.properties?.['data']?.items?.anyOf ?? [];
  const [row, fields] = rows.map((one) => refName(one.$ref ?? ''));
  return row && fields ? [row, fields] : undefined;
}

/** A list is generic in the fields of its rows, a stream in the types of its events. */
function genericOf(document: Document, operation: SdkOperation): string {
  if (isStream(operation)) return '<E extends S.StreamedType = S.StreamedType>';
  const sparse = sparseRow(document, operation);
  return sparse ? `<F extends keyof S.${sparse[1]} = never>` : '';
}

const queryName = ({ id }: SdkOperation): string => `${pascal(id)}Query`;

/** Callers may also pass a Date for a date-time, and one value for a list. */
function parameterType({ schema }: Parameter): string {
  if (schema.type === 'array') return `OneOrMany<${typeOf(schema.items ?? {})}>`;
  return schema.format === 'date-time' ? 'string | Date' : typeOf(schema);
}

/** The filters of custom fields are parameters of their own, whose names begin with that of the object. */
const isCustomFilter = ({ schema }: Parameter): boolean => schema.type === 'object';
const hasCustomFilters = (operation: SdkOperation): boolean =>
  parametersIn(operation, 'query').some(isCustomFilter);

/** Returns the parameters of a generic type, each with its default if it is declared. */
const parametersText = (...parameters: readonly (string | false)[]): string => {
  const given = parameters.filter((one) => one !== false && one !== '');
  return given.length === 0 ? '' : `<${given.join(', ')}>`;
};

const VALUES = 'V = CustomValues';

function queryType(document: Document, operation: SdkOperation): string | undefined {
  const parameters = parametersIn(operation, 'query');
  if (parameters.length === 0) return undefined;
  const sparse = sparseRow(document, operation);
  const members = parameters.map((parameter) => {
    if (isCustomFilter(parameter)) return '';
    const isFields = sparse !== undefined && parameter.name === 'fields';
    const isType = isStream(operation) && parameter.name === 'type';
    const type = isFields ? 'OneOrMany<F>' : isType ? 'OneOrMany<E>' : parameterType(parameter);
    const isRequired = parameter.required === true;
    return `${commentOf(parameter.description, '  ')}  ${parameter.name}${isRequired ? '' : '?'}: ${type}${isRequired ? '' : ' | undefined'};\n`;
  });
  const generic = genericOf(document, operation);
  const name = queryName(operation);
  if (!hasCustomFilters(operation))
    return `export interface ${name}${generic} {\n${members.join('')}}\n`;
  const declared = parametersText(generic.slice(1, -1), VALUES);
  return `export type ${name}${declared} = CustomFilters<V> & {\n${members.join('')}};\n`;
}

/** The schemas are exported by another file. */
const qualifiedType = ({ customized }: Source, schema: Schema): string => {
  const type = typeOf(schema, { isInput: false, customized });
  return /^[A-Z]\w*(<V>)?$/.test(type) ? `S.${type}` : type;
};

function returnType(document: Source, operation: SdkOperation): string {
  const [type, schema] = successOf(operation);
  if (type === 'application/octet-stream') return 'ApiPromise<Blob>';
  if (isStream(operation)) return 'EventStream<E>';
  const body = qualifiedType(document, schema);
  if (isList(operation)) {
    const sparse = sparseRow(document, operation);
    if (!sparse)
      throw new Error(`${operation.id}: the list has no type for rows with selected fields`);
    const [row, fields] = sparse.map((name) => qualifiedType(document, { $ref: name }));
    return `PagePromise<Listed<${row}, ${fields}, F>, ${body}>`;
  }
  return operation.method === 'DELETE' ? `ApiPromise<${body} | undefined>` : `ApiPromise<${body}>`;
}

/** The headers that the operation accepts decide the type of its options. */
function optionsType(operation: SdkOperation): string {
  const headers = new Set(parametersIn(operation, 'header').map(({ name }) => name));
  if (headers.has('idempotency-key'))
    return headers.has('if-match') ? 'UpdateOptions' : 'WriteOptions';
  if (headers.has('if-match')) return 'DeleteOptions';
  if (isStream(operation)) return 'StreamOptions';
  return headers.has('if-none-match') ? 'ReadOptions' : 'RequestOptions';
}

const MAIL_TYPE = 'message/rfc822';
const takesMail = ({ operation }: SdkOperation): boolean =>
  operation.requestBody?.content?.[MAIL_TYPE] !== undefined;

function inputArgument(document: Source, operation: SdkOperation): string[] {
  if (takesMail(operation)) return ['mail: string | Uint8Array<ArrayBuffer> | Blob'];
  const body = bodyOf(operation);
  if (body) {
    const isRequired = operation.operation.requestBody?.required === true;
    return [`body${isRequired ? '' : '?'}: ${qualifiedType(document, body)}`];
  }
  const query = parametersIn(operation, 'query');
  if (query.length === 0) return [];
  const [, letter = ''] = /^<(\w)/.exec(genericOf(document, operation)) ?? [];
  const generic = parametersText(letter, hasCustomFilters(operation) && 'V');
  const isRequired = query.some(({ required }) => required);
  return [`query${isRequired ? '' : '?'}: ${queryName(operation)}${generic}`];
}

function methodType(document: Source, verb: string, operation: SdkOperation): string {
  const { summary, description } = operation.operation;
  // A number in a path is a string with a pattern of digits.
  const path = parametersIn(operation, 'path').map(
    ({ name, schema }) =>
      `${camel(name)}: string${/^\^\[\d-9\]/.test(schema.pattern ?? '') ? ' | number' : ''}`,
  );
  const args = [
    ...path,
    ...inputArgument(document, operation),
    `options?: ${optionsType(operation)}`,
  ];
  const generic = genericOf(document, operation);
  const text = `${summary}. ${description} (${operation.method} ${operation.path})`;
  return `${commentOf(text, '  ')}  ${verb}: ${generic}(${args.join(', ')}) => ${returnType(document, operation)};\n`;
}

/** Returns the declared values of the custom fields that the records of the resource have. */
function valuesOf(resource: string): string {
  const type = customizedResources[resource];
  if (!type)
    throw new Error(
      `customizedResources in tools/sdk.resources.ts has no type of record for ${resource}`,
    );
  return `ValuesOf<C, '${type}'>`;
}

/** Declares one interface for each resource, nested ones first. */
function interfaces(document: Source, name: string, tree: Tree<SdkOperation>): string[] {
  const nested: string[] = [];
  const members = Object.entries(tree).map(([key, entry]) => {
    if (isOperation(entry)) return methodType(document, key, entry);
    const type = `${name === 'Resources' ? '' : name.replace(/Resource$/, '')}${pascal(key)}Resource`;
    const own = interfaces(document, type, entry);
    nested.push(...own);
    const isCustomized = own.at(-1)?.startsWith(`export interface ${type}<${VALUES}>`);
    return `  ${key}: ${type}${isCustomized ? `<${valuesOf(key)}>` : ''};\n`;
  });
  const text = members.join('');
  const generic = name === 'Resources' ? 'C = object' : /\bV>/.test(text) && VALUES;
  return [...nested, `export interface ${name}${parametersText(generic)} {\n${text}}\n`];
}

export function resourcesText(document: Document): string {
  const source = { ...document, customized: customizedSchemas(document) };
  const queries = operationsOf(document).flatMap(
    (operation) => queryType(document, operation) ?? [],
  );
  return [
    `import type { ApiPromise } from '../api-promise.ts';`,
    `import type { CustomFilters, CustomValues, ValuesOf } from '../custom.ts';`,
    `import type { EventStream, StreamOptions } from '../events.stream.ts';`,
    `import type { DeleteOptions, ReadOptions, RequestOptions, UpdateOptions, WriteOptions } from '../options.ts';`,
    `import type { Listed, OneOrMany, PagePromise } from '../pages.ts';`,
    `import type * as S from './schemas.ts';\n`,
    ...queries,
    ...interfaces(source, 'Resources', methodTree(document)),
  ].join('\n');
}

/** `Operation` in sdk/src/bind.ts explains the flags. */
function operationLine(operation: SdkOperation): string {
  const [type] = successOf(operation);
  const flags = [
    (bodyOf(operation) !== undefined ||
      takesMail(operation) ||
      parametersIn(operation, 'query').length > 0) &&
      'i',
    isList(operation) && 'p',
    type === 'application/octet-stream' && 'f',
    isStream(operation) && 's',
    takesMail(operation) && 'm',
    !operation.operation.security?.length && 'a',
  ];
  return `${operation.method} ${operation.path} ${flags.filter(Boolean).join('')}`;
}

function tableText(tree: Tree<SdkOperation>, indent = '  '): string {
  const members = Object.entries(tree).map(([name, entry]) =>
    isOperation(entry)
      ? `${indent}${name}: '${operationLine(entry)}',\n`
      : `${indent}${name}: {\n${tableText(entry, `${indent}  `)}${indent}},\n`,
  );
  return members.join('');
}

export const operationsText = (document: Document): string =>
  `import type { Operations } from '../bind.ts';\n\nexport const operations = {\n${tableText(methodTree(document))}} as const satisfies Operations;\n`;
