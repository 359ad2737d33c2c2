// Findings of the fuzzer stay fixed. Add a row for a new finding before fixing it.
export interface RequestSpec {
  method: string;
  target: string;
  headers?: [name: string, value: string][];
  body?: string;
}

export interface Regression extends RequestSpec {
  name: string;
  /** This request is sent and answered just before, on the same connection if the server keeps it. */
  after?: RequestSpec;
  /** The response must have this status; it once had another. */
  status: number;
  code?: string;
}

const LIST = '/prod/api/v1/incidents';
const valid = '{"short_description":"x"}';
const json: [string, string] = ['Content-Type', 'application/json'];

export const regressions: Regression[] = [
  ...['0x10', '1e9', '%2010', 'Infinity', '1e1'].map((limit) => ({
    name: `limit=${limit} is refused as no whole number`,
    method: 'GET',
    target: `${LIST}?limit=${limit}`,
    status: 400,
    code: 'validation_failed',
  })),
  ...['2026-02-30', '2025-02-29T00:00:00Z', '2026-04-31T00:00:00Z', '2026-11-15T24:00:00Z'].map(
    (time) => ({
      name: `${time} is refused as no time`,
      method: 'GET',
      target: `${LIST}?created_after=${time}`,
      status: 400,
      code: 'validation_failed',
    }),
  ),
  ...['%FF', '%ZZ', '%2', '%ED%A0%80'].map((text) => ({
    name: `category=${text} is refused as invalid encoding`,
    method: 'GET',
    target: `${LIST}?category=${text}`,
    status: 400,
    code: 'malformed_request',
  })),
  ...['TRACE', 'QUERY', 'PROPFIND', 'PUT'].map((method) => ({
    name: `${method} is refused as a wrong method before the type of its body is checked`,
    method,
    target: LIST,
    headers: [['Content-Type', 'text/plain']] as [string, string][],
    body: 'x',
    status: 405,
    code: 'method_not_allowed',
  })),
  {
    name: 'QUERY of an unknown path without a content type is 404',
    method: 'QUERY',
    target: '/prod/api/v1/nowhere',
    status: 404,
    code: 'not_found',
  },
  {
    name: 'a target that is an absolute URL is served like its path',
    method: 'GET',
    target: `http://desk.example.com${LIST}`,
    status: 200,
  },
  {
    name: 'an unknown expectation is ignored',
    method: 'GET',
    target: LIST,
    headers: [['Expect', 'nonsense']],
    status: 200,
  },
  {
    name: 'a malformed header is rejected at once, also after an offer of another protocol',
    after: {
      method: 'GET',
      target: LIST,
      headers: [
        ['Connection', 'Upgrade'],
        ['Upgrade', 'h2c'],
      ],
    },
    method: 'POST',
    target: `${LIST}/INC0000001/restore`,
    headers: [['X-Request-Id', 'good-id\rX-Injected: yes']],
    status: 400,
    code: 'malformed_request',
  },
  {
    name: 'a second charset in the content type is refused',
    method: 'POST',
    target: LIST,
    headers: [['Content-Type', 'application/json; charset=utf-8; charset=utf-16']],
    body: valid,
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    name: '80,000 unknown names get a short response',
    method: 'POST',
    target: LIST,
    headers: [json],
    body: `{${Array.from({ length: 80_000 }, (_, n) => `"n${n}":0`).join(',')}}`,
    status: 400,
    code: 'validation_failed',
  },
  {
    name: 'NUL at each of 50,000 levels gets a short response at once',
    method: 'POST',
    target: LIST,
    headers: [json],
    body: `{"description":${'["\\u0000",'.repeat(50_000)}0${']'.repeat(50_000)}}`,
    status: 400,
    code: 'validation_failed',
  },
];
