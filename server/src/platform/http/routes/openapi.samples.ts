// Each operation of the OpenAPI document has a sample for curl and one for the SDK, which are made from its own examples.
import { inspect } from 'node:util';
import { CURRENT_VERSION } from '../request/request-url.ts';
import { sdkMethods } from './sdk-methods.ts';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { example?: unknown; type?: string; patternProperties?: object };
  example?: unknown;
}

export interface SampledOperation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content?: Record<string, { example?: unknown }> };
  responses: Record<string, { content?: object }>;
  security?: unknown[];
}

export interface Sample {
  lang: string;
  label: string;
  source: string;
}

/** A sample of a list asks for as many rows. */
const LIMIT = 20;

const parametersIn = ({ parameters = [] }: SampledOperation, place: string): Parameter[] =>
  parameters.filter((parameter) => parameter.in === place);

/** The test of the samples refuses a parameter without an example. */
const exampleOf = ({ name, schema, example }: Parameter): unknown =>
  example ?? schema?.example ?? name.toUpperCase();

/** Returns the parameters that a caller must send, and the size of a page. */
const queryOf = (operation: SampledOperation): Record<string, unknown> =>
  Object.fromEntries(
    parametersIn(operation, 'query').flatMap((parameter) => {
      if (parameter.required) return [[parameter.name, exampleOf(parameter)]];
      return parameter.name === 'limit' ? [['limit', LIMIT]] : [];
    }),
  );

const MAIL_TYPE = 'message/rfc822';

const takesMail = ({ requestBody }: SampledOperation): boolean =>
  requestBody?.content?.[MAIL_TYPE] !== undefined;

const bodyOf = (operation: SampledOperation): unknown =>
  operation.requestBody?.content?.[takesMail(operation) ? MAIL_TYPE : 'application/json']?.example;

const responds = ({ responses }: SampledOperation, mediaType: string): boolean =>
  Object.keys(responses['200']?.content ?? {})[0] === mediaType;
const isStream = (operation: SampledOperation): boolean => responds(operation, 'text/event-stream');
const isFile = (operation: SampledOperation): boolean =>
  responds(operation, 'application/octet-stream');
const isList = (operation: SampledOperation): boolean =>
  parametersIn(operation, 'query').some(({ name }) => name === 'cursor');

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Commas and colons need no escape in a query, and are easier to read. */
const encode = (value: unknown): string =>
  encodeURIComponent(String(value)).replaceAll('%2C', ',').replaceAll('%3A', ':');

function urlOf(operation: SampledOperation, path: string, baseUrl: string): string {
  const filled = parametersIn(operation, 'path').reduce(
    (url, parameter) => url.replace(`{${parameter.name}}`, encode(exampleOf(parameter))),
    path,
  );
  const query = Object.entries(queryOf(operation)).map(
    ([name, value]) => `${name}=${encode(value)}`,
  );
  return [`${baseUrl}${CURRENT_VERSION}${filled}`, query.join('&')].filter(Boolean).join('?');
}

function dataOf(operation: SampledOperation, body: unknown): string[] {
  if (body === undefined) return [];
  return takesMail(operation)
    ? [`-H ${quote(`Content-Type: ${MAIL_TYPE}`)}`, '--data-binary @mail.eml']
    : [
        `-H ${quote('Content-Type: application/json')}`,
        `-d ${quote(JSON.stringify(body, null, 2))}`,
      ];
}

function curlSample(
  method: string,
  path: string,
  operation: SampledOperation,
  baseUrl: string,
): string {
  const body = bodyOf(operation);
  // curl sends a GET, and with a body a POST.
  const isImplied = method === (body === undefined ? 'GET' : 'POST');
  const options = [
    ...(isImplied ? [] : [`-X ${method}`]),
    ...(isStream(operation) ? ['-N'] : []),
    ...(isFile(operation) ? ['-OJ'] : []),
  ];
  return [
    ['curl', ...options, quote(urlOf(operation, path, baseUrl))].join(' '),
    ...(operation.security?.length ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...dataOf(operation, body),
  ].join(' \\\n  ');
}

/** Writes a value of JSON as a literal of TypeScript. */
const literal = (value: unknown): string =>
  inspect(JSON.parse(JSON.stringify(value)), { depth: null, breakLength: 76 });

function writeCall(operation: SampledOperation, name: string): string {
  const query = queryOf(operation);
  const input = bodyOf(operation) ?? (Object.keys(query).length > 0 ? query : undefined);
  const values = parametersIn(operation, 'path').map(exampleOf);
  const args = [...values, ...(input === undefined ? [] : [input])].map(literal);
  const call = `client.${name}(${args.join(', ')})`;
  if (isStream(operation)) return `for await (const event of ${call}) console.log(event);`;
  if (isList(operation)) return `for await (const row of ${call}) console.log(row);`;
  return `const result = await ${call};\nconsole.log(result);`;
}

const sdkSample = (operation: SampledOperation, name: string, baseUrl: string): string =>
  `import { Signalbox } from '@signalbox/sdk';

const client = new Signalbox({ baseUrl: ${literal(baseUrl)}, apiKey: 'sbk_…' });
${writeCall(operation, name)}`;

/** `method` is in capitals, and `path` has its parameters in braces. */
export function samplesOf(
  method: string,
  path: string,
  operation: SampledOperation,
  baseUrl: string,
): Sample[] {
  const name = sdkMethods[operation.operationId];
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(method, path, operation, baseUrl) },
    ...(name === undefined
      ? []
      : [{ lang: 'TypeScript', label: 'SDK', source: sdkSample(operation, name, baseUrl) }]),
  ];
}
