// These invariants hold for every response, whatever the request.
import { errorCatalog, faultCatalog } from '../../../src/platform/error-catalog.ts';
import { responseChecker } from '../../support/response-checker.ts';
import type { Json } from '../../support/harness.ts';
import type { Draft } from './draft.ts';
import type { RawResponse, Wire } from '../../support/wire.ts';

const MEMBERS = ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id'];
/** A megabyte of invalid input must not cause a response of many megabytes. */
const MAX_ERROR_LENGTH = 64 * 1024;
/** The limit holds also on a busy machine: an expression that backtracks takes longer than any. */
const MAX_RESPONSE_MS = 60_000;
const SANE_ID = /^[\w.:-]{8,128}$/;

export class Violation extends Error {}

const expect = (holds: unknown, otherwise: string): void => {
  if (!holds) throw new Violation(otherwise);
};

const parseJson = (text: string): Json => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Violation(`the response is not JSON: ${text.slice(0, 200)}`);
  }
};

function checkFaults(faults: Json): void {
  expect(Array.isArray(faults) && faults.length > 0, 'validation_failed names no fault');
  for (const { pointer, code, message } of faults) {
    expect(pointer === '' || String(pointer).startsWith('/'), `${pointer} is no JSON Pointer`);
    expect(code in faultCatalog, `${code} is not a code of a fault`);
    expect(typeof message === 'string' && message !== '', `the fault at ${pointer} says nothing`);
  }
}

/** Expects a complete error: RFC 9457 members, a known code, the request id, a bounded size. */
function checkError({ status, headers, text }: RawResponse): void {
  const type = headers.get('content-type') ?? '';
  expect(
    /^application\/(problem\+)?json; charset=utf-8$/.test(type),
    `the error is sent as ${type}`,
  );
  const body = parseJson(text);
  for (const member of MEMBERS) expect(body[member] !== undefined, `the error has no ${member}`);
  expect(body.code in errorCatalog, `${body.code} is not in error-catalog.ts`);
  const known = errorCatalog[body.code as keyof typeof errorCatalog];
  expect(known.status === status && body.status === status, `${body.code} came as ${status}`);
  expect(body.request_id === headers.get('x-request-id'), 'request_id is not X-Request-Id');
  expect(text.length <= MAX_ERROR_LENGTH, `the error is ${text.length} characters long`);
  if (body.code === 'validation_failed') checkFaults(body.errors);
}

export function checkResponse(response: RawResponse, wire: Wire): void {
  const { status, headers, text, milliseconds } = response;
  expect(status < 500, `${status}: ${text.slice(0, 300)}`);
  expect(milliseconds < MAX_RESPONSE_MS, `the response took ${Math.round(milliseconds)} ms`);
  const id = headers.get('x-request-id') ?? '';
  expect(SANE_ID.test(id), `X-Request-Id is ${JSON.stringify(id)}`);
  expect(!headers.has('x-injected'), 'a header was smuggled into the response');
  const sent = wire.headers.filter(([name]) => name === 'X-Request-Id').map(([, value]) => value);
  // If the request could not be parsed as HTTP, its headers are unknown.
  const isUnread = status === 431 || text.includes('"code":"malformed_request"');
  const isEchoed = isUnread || sent.length !== 1 || !SANE_ID.test(sent[0] ?? '') || id === sent[0];
  expect(isEchoed, `the valid X-Request-Id ${sent[0]} was not echoed`);
  if (status >= 400 && wire.method !== 'HEAD') checkError(response);
}

const isJson = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('application/json') ?? false;

const isStream = (headers: Headers): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false;

/** An attachment is downloaded, never rendered: its content is not trusted. */
function checkAttachment(headers: Headers): void {
  expect(headers.get('content-type') === 'application/octet-stream', 'a file has its own type');
  expect(headers.get('content-disposition')?.startsWith('attachment;'), 'a file is shown');
  expect(headers.get('x-content-type-options') === 'nosniff', 'a type may be guessed');
}

const ELSEWHERE = new Set([400, 401, 403, 404, 405, 413, 415, 431]);
/** Malformed or oversized HTTP is rejected before a route is known. */
const UNREAD = new Set([400, 431]);

export class Documented {
  readonly #check: ReturnType<typeof responseChecker>;

  constructor(document: Json) {
    this.#check = responseChecker(document);
  }

  /** The status and the body must match the operation. */
  check({ aim, operation, method, query }: Draft, { status, headers, text }: RawResponse): void {
    if (aim === 'elsewhere') {
      expect(ELSEWHERE.has(status), `${status} on a path that names nothing`);
    } else if (aim === 'method') {
      expect(status === 405 || UNREAD.has(status), `${status} for ${method}, which is not offered`);
      expect(status !== 405 || headers.get('allow'), '405 without Allow');
    } else {
      if (status === 200 && !isJson(headers) && !isStream(headers)) checkAttachment(headers);
      try {
        const body =
          text === '' || !(isJson(headers) || status >= 400) ? undefined : parseJson(text);
        // HEAD has the statuses of GET and no body to validate.
        if (method === 'HEAD')
          expect(operation.statuses.includes(status), `undocumented ${status}`);
        else {
          const isSparse = query.some(([name]) => name === 'fields');
          this.#check(method, operation.template, { status, headers, body }, { isSparse });
        }
      } catch (error) {
        throw error instanceof Violation ? error : new Violation((error as Error).message);
      }
    }
  }
}
