// Validates a response against the OpenAPI document: an undocumented status or member fails the test.
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Json, Reply } from './harness.ts';

const REQUIRED_HEADERS = [
  'x-request-id',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'x-content-type-options',
  'content-security-policy',
  'vary',
];

/** Clients act on these headers, so a response that has one must document it. */
const DOCUMENTED_HEADERS = [
  'etag',
  'link',
  'location',
  'retry-after',
  'www-authenticate',
  'content-disposition',
  'idempotent-replayed',
];

type CheckedReply = Pick<Reply, 'status' | 'headers' | 'body'>;

interface CheckOptions {
  /** True if the request has the parameter `fields`; without it, an item of a list has all its members. */
  isSparse?: boolean;
}

const pointerTo = (...steps: string[]): string =>
  steps
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/');

/** Steps are not unescaped: the names of components need no escaping. */
const at = (document: Json, pointer: string): Json =>
  pointer.split('/').reduce((node, step) => node[step], document);

export function responseChecker(
  document: Json,
): (method: string, path: string, reply: CheckedReply, options?: CheckOptions) => void {
  // A function for each component compiles in 60 % of the time of a copy of it in each response.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  });
  ajv.addSchema(document, 'openapi');
  const operations = Object.entries<Json>(document.paths).map(([template, methods]) => ({
    pattern: new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+')}$`),
    template,
    methods,
  }));
  // No template begins with a parameter, so the first segment leaves few patterns to try for each response.
  const byFirstSegment = Map.groupBy(operations, ({ template }) => template.split('/', 2)[1]);

  /** Returns the schema of a list's items without `fields`, which is the first alternative. */
  const wholeItemOf = ({ $ref }: Json) => {
    const whole = $ref && at(document, $ref.slice('#/'.length)).properties?.data?.items?.anyOf?.[0];
    return whole && ajv.getSchema(`openapi${whole.$ref}`);
  };

  return (method, path, { status, body, headers }, { isSparse = false } = {}) => {
    const candidates = byFirstSegment.get(path.split('/', 2)[1]) ?? [];
    const found = candidates.find(({ pattern }) => pattern.test(path));
    const operation = found?.methods[method.toLowerCase()];
    for (const name of REQUIRED_HEADERS)
      if (!headers.get(name))
        throw new Error(`${method} ${path}: the response has no header ${name}`);
    if (!found || !operation) return;
    const documented = operation.responses[status];
    if (!documented)
      throw new Error(
        `${method} ${found.template}: status ${status} is not documented: ${JSON.stringify(body)}`,
      );
    const pointer: string = documented.$ref
      ? documented.$ref.slice('#/'.length)
      : pointerTo('paths', found.template, method.toLowerCase(), 'responses', String(status));
    const response = documented.$ref ? at(document, pointer) : documented;
    const mentioned = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
    for (const name of DOCUMENTED_HEADERS)
      if (headers.has(name) && !mentioned.has(name))
        throw new Error(
          `${method} ${found.template} ${status}: the header ${name} is not documented`,
        );
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    if (!response.content?.['application/json'] || method === 'HEAD') return;
    if (type !== 'application/json' && response.content[type]) return;
    const validate = ajv.getSchema(
      `openapi#/${pointer}/${pointerTo('content', 'application/json', 'schema')}`,
    );
    if (!validate)
      throw new Error(
        `${method} ${found.template} ${status}: the document has no schema for the body`,
      );
    if (!validate(body)) {
      throw new Error(
        `${method} ${found.template} ${status} is not as documented: ${ajv.errorsText(validate.errors)}`,
      );
    }
    const isWhole = isSparse ? undefined : wholeItemOf(response.content['application/json'].schema);
    if (isWhole && !body.data.every((item: Json) => isWhole(item)))
      throw new Error(
        `${method} ${found.template}: an item is not as documented: ${ajv.errorsText(isWhole.errors)}`,
      );
  };
}
