// The methods of the resources are made from the generated table of operations.
import { ApiPromise } from './api-promise.ts';
import { EventStream } from './events.stream.ts';
import type { AnyOptions } from './options.ts';
import { listPage } from './pages.ts';
import type { ApiRequest, Query, Transport } from './transport.ts';

/**
 * An operation is written as `METHOD path flags`. The arguments of its method are those of the path, then the query or
 * the body if it has one, then the options. The flags: `i` has a query or a body, `p` is a list, `s` a stream, `f`
 * returns a file, `a` needs no token, `m` takes a mail.
 */
type Operation = `${string} ${string} ${string}`;
export type Operations = { readonly [name: string]: Operation | Operations };

type Method = (...args: unknown[]) => unknown;
export type Bound = { [name: string]: Method | Bound };

/** Returns the path with its arguments, and the arguments that are left. */
function fillPath(template: string, args: readonly unknown[]): [path: string, rest: unknown[]] {
  const rest = [...args];
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.shift();
    // A URL has no segments `.` and `..`: the request would go to another path.
    if ((typeof value !== 'string' && typeof value !== 'number') || /^\.{0,2}$/.test(`${value}`))
      throw new TypeError(`${template}: ${name} must be an id, not "${String(value)}".`);
    return encodeURIComponent(value);
  });
  return [path, rest];
}

function bindOperation(transport: Transport, operation: Operation): Method {
  const [method = '', template = '', flags = ''] = operation.split(' ');
  const has = (flag: string): boolean => flags.includes(flag);
  return (...args) => {
    const [path, rest] = fillPath(template, args);
    const input = has('i') ? rest.shift() : undefined;
    const request: ApiRequest = {
      method,
      path,
      options: rest[0] as AnyOptions | undefined,
      isAnonymous: has('a'),
      ...(has('f') && { kind: 'file' }),
      ...(has('m') && { mediaType: 'message/rfc822' }),
      ...(method === 'GET' ? { query: input as Query } : { body: input }),
    };
    if (has('s')) return new EventStream(transport, request);
    return has('p') ? listPage(transport, request) : new ApiPromise(transport.send(request));
  };
}

export const bind = (transport: Transport, operations: Operations): Bound =>
  Object.fromEntries(
    Object.entries(operations).map(([name, entry]) => [
      name,
      typeof entry === 'string' ? bindOperation(transport, entry) : bind(transport, entry),
    ]),
  );
