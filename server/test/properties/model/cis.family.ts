// Clients send valid and invalid commands to CIs, single and by bulk jobs of one row.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import type { Instance, RequestOptions } from '../../support/harness.ts';
import { clearable, faulty, repeating, simply, some, step as stepOf, withBody } from './actions.ts';
import { create, expect, type Holder, holders, isBulk } from './cis.model.ts';
import type { Action, Command, Family, Fields, Model, Response, Sent } from './family.ts';
import { isEditor, roles } from './rules.ts';

/** These words stand for values that are known when the request is sent. */
const FRESH = '$fresh';
const TAKEN = ['$taken-0', '$taken-1'];
const OTHER_CASE = '$other-case';
const SELF = '$self';
const HOLDERS = ['$holder-0', '$holder-1'];
const UNKNOWN_ID = 'CI999999999999';

/** Makes the identifiers of a session unique. */
let mark = '';
let used = 0;

const freshValue = (name: string): string => {
  used += 1;
  return name === 'fqdn' ? `Host-${used}.${mark}.example.com` : `${mark}-${used}`;
};

const takenValue = (name: string, symbol: string): unknown => {
  const holder = holders[TAKEN.indexOf(symbol)];
  const value = holder?.[name as keyof Holder];
  return name === 'fqdn' ? value?.toUpperCase() : value;
};

/** A serial number is never replaced: rows of jobs identify the shared CI by it. */
function resolveValue(name: string, value: unknown, shown: Fields): unknown {
  if (value === FRESH)
    return name === 'serial_number' ? (shown[name] ?? freshValue(name)) : freshValue(name);
  if (value === OTHER_CASE) return (shown[name] as string | null)?.toUpperCase() ?? null;
  return TAKEN.includes(value as string) ? takenValue(name, value as string) : value;
}

const targetOf = (symbol: string, shown: Fields): unknown =>
  symbol === SELF ? shown['id'] : (holders[HOLDERS.indexOf(symbol)]?.id ?? symbol);

/** A name is taken within its class only. */
const contentOf = (body: Fields, shown: Fields): Fields =>
  Object.fromEntries(
    Object.entries({
      ...body,
      ...(TAKEN.includes(body['name'] as string) && { class: 'server' }),
    }).map(([name, value]) =>
      name === 'relations' && Array.isArray(value)
        ? [name, value.map((one) => ({ ...one, ci_id: targetOf(one.ci_id, shown) }))]
        : [name, resolveValue(name, value, shown)],
    ),
  );

const relation = (...targets: string[]) =>
  fc.record({
    type: fc.constantFrom('depends_on', 'runs_on', 'connects_to', 'part_of'),
    ci_id: fc.constantFrom(...targets),
  });
const plain = {
  status: fc.constantFrom('operational', 'degraded', 'retired'),
  environment: clearable('production'),
  criticality: clearable('high', 'low'),
  owner: clearable('ada@example.com'),
  support_group: clearable('Web Platform'),
  ip_address: clearable('192.0.2.10', '2001:db8::10'),
  location: clearable('Zurich 2'),
  discovery_source: clearable('nmap'),
  attributes: fc.constantFrom(
    {},
    { os: 'Debian 13' },
    { os: null },
    { disk: { size_gb: 64 } },
    { disk: { size_gb: null, kind: 'ssd' }, os: 'Debian 13' },
    { disk: [1, 2] },
  ),
  relations: fc.array(relation(...HOLDERS), { maxLength: 3 }),
};
const identity = {
  serial_number: fc.constantFrom(FRESH, FRESH, ...TAKEN),
  fqdn: fc.constantFrom(FRESH, FRESH, OTHER_CASE, null, ...TAKEN),
  name: fc.constantFrom(FRESH, FRESH, ...TAKEN),
  class: fc.constantFrom('server', 'database'),
};

const tooDeep = { a: { b: { c: { d: { e: { f: { g: { h: { i: 1 } } } } } } } } };
const faultyFields: Fields[] = [
  { status: 'broken' },
  { status: null },
  { class: ' ' },
  { colour: 'red' },
  { fqdn: 'has space' },
  { ip_address: '999.0.0.1' },
  { attributes: [] },
  { attributes: tooDeep },
  { relations: [{ type: 'likes', ci_id: UNKNOWN_ID }] },
  { first_discovered_at: '2020-01-01T00:00:00Z' },
];
const faultyPatches = [{}, { name: null }, { version: 0 }, ...faultyFields];

const names = [...Object.keys(plain), ...Object.keys(identity)];
const newCi: Fields = { name: FRESH, class: 'server', serial_number: FRESH };
const operations = ['upsert', 'discover'];

/** Makes a creation by a bulk operation. */
const createBy = (operation: string, body: Fields = {}): Action => ({
  do: 'create',
  variant: operation,
  body: { ...newCi, ...body },
});

const action: fc.Arbitrary<Action> = fc.oneof(
  withBody(44, 'patch', some(plain)),
  withBody(24, 'patch', some(identity)),
  withBody(
    10,
    'patch',
    fc.record({
      relations: fc.array(relation(...HOLDERS, SELF, UNKNOWN_ID), { minLength: 1, maxLength: 3 }),
    }),
  ),
  faulty(8, 'patch', faultyPatches),
  repeating(12, names),
  ...operations.flatMap((name) => [
    withBody(8, name, fc.oneof(some({ ...plain, fqdn: identity.fqdn }), fc.constant({}))),
    faulty(1, name, faultyFields),
    { weight: 3, arbitrary: some(plain).map((body) => createBy(name, body)) },
  ]),
  withBody(
    24,
    'create',
    fc
      .tuple(some(plain), some(identity))
      .map(([body, given]) => ({ name: FRESH, class: 'server', ...body, ...given })),
  ),
  faulty(2, 'create', [{ name: FRESH }, ...faultyFields.map((body) => ({ ...newCi, ...body }))]),
  simply(16, 'read'),
);

const first: Action = { do: 'create', body: newCi };

/**
 * Returns the identifiers by which a row finds the CI; others may accompany only a serial number, which decides. A
 * faulty field is kept even if it is one of them.
 */
function rowOf(body: Fields, shown: Fields, isFaulty = false): Fields {
  const { serial_number, class: of, name } = shown;
  if (serial_number) return { serial_number, ...body };
  const { fqdn, ...rest } = body;
  return { class: of, name, ...rest, ...(isFaulty && fqdn !== undefined && { fqdn }) };
}

const step = (one: Action): Command => stepOf(one, { role: 'agent' });

const trials: Record<string, Action> = {
  'patch unchanged': { do: 'patch', repeat: ['name', 'attributes', 'relations'] },
  'patch changed': { do: 'patch', body: { status: 'retired' } },
  'patch identity_conflict serial_number': { do: 'patch', body: { serial_number: TAKEN[0] } },
  'patch identity_conflict fqdn': { do: 'patch', body: { fqdn: TAKEN[0] } },
  'patch identity_conflict class+name': { do: 'patch', body: { name: TAKEN[1] } },
  'patch validation_failed': {
    do: 'patch',
    body: { relations: [{ type: 'runs_on', ci_id: SELF }] },
  },
  'upsert unchanged': { do: 'upsert', body: {} },
  'upsert changed': { do: 'upsert', body: { location: 'Zurich 2' } },
  'upsert identity_conflict fqdn': { do: 'upsert', body: { fqdn: TAKEN[0] } },
  'discover changed': { do: 'discover', body: {} },
  'discover unchanged': { do: 'discover', body: {} },
  'discover identity_conflict fqdn': { do: 'discover', body: { fqdn: TAKEN[1] } },
};

const tour: Command[][] = [
  [
    step(first),
    ...Object.values(trials).map(step),
    step(createBy('discover')),
    step({ do: 'discover', body: {} }),
    step(createBy('upsert')),
    step({ do: 'discover', body: {} }),
  ],
];

async function prepare(instance: Instance, session: string): Promise<void> {
  mark = session;
  const made = ['one', 'two'].map(async (which): Promise<Holder> => {
    const body = {
      name: `${which}-${session}`,
      class: 'server',
      serial_number: `SN-${which}-${session}`,
      fqdn: `${which}.${session}.example.com`,
    };
    const reply = await instance.call('POST', '/cmdb/cis', { body });
    return { ...body, id: reply.body.id };
  });
  holders.splice(0, Infinity, ...(await Promise.all(made)));
}

const POLL_MS = 4;

/** Sends a job of one row and waits for it: the response is that of the row. */
async function sendRow(
  instance: Instance,
  { by, do: name, body }: Sent,
  id: string | undefined,
): Promise<Response> {
  const caller = { as: by.role as NonNullable<RequestOptions['as']>, email: by.email };
  const accepted = await instance.call('POST', '/cmdb/cis/bulk', {
    ...caller,
    body: { operation: name, records: [body] },
  });
  const { status, headers } = accepted;
  if (status !== 202) return { status, headers, body: accepted.body };
  for (;;) {
    const { body: job } = await instance.call('GET', `/jobs/${accepted.body.job_id}`, caller);
    const result = job.finished_at === null ? undefined : job.results[0];
    if (result?.error) return { status: result.error.status, body: result.error, headers };
    // No status stands for a row that was applied to another CI.
    if (result)
      return {
        status: [undefined, result.id].includes(id) ? 200 : 0,
        body: { id: result.id },
        headers,
      };
    await sleep(POLL_MS);
  }
}

export const cis: Family<Model> = {
  path: '/cmdb/cis',
  table: 'cis',
  recordType: 'ci',
  roles: [...roles, 'agent', 'agent', 'agent', 'itsm_manager', 'super_admin'],
  creators: ['agent', 'itsm_manager'],
  worker: true,
  prepare,
  unaudited: ['last_discovered_at'],
  action,
  first,
  resolve: ({ variant, body, ...drawn }, seen) => {
    const isNew = drawn.do === 'create';
    const shown = isNew ? {} : seen;
    const given = body && contentOf(body, shown);
    const isRow = operations.includes(drawn.do);
    return {
      ...drawn,
      do: variant ?? drawn.do,
      ...(given && { body: isRow ? rowOf(given, shown, drawn.isFaulty) : given }),
    };
  },
  send: (instance, sent, id) => (isBulk(sent) ? sendRow(instance, sent, id) : undefined),
  create,
  expect,
  ruleOf: (before, sent) => {
    if (!isEditor(sent.by) || sent.ifMatch !== undefined || sent.isFaulty) return undefined;
    const { code, after, shown } = expect(before, sent);
    const result = after.version === before.version ? 'unchanged' : 'changed';
    const identifier = code === 'identity_conflict' ? ` ${String(shown?.['identifier'])}` : '';
    return `${sent.do} ${code ?? result}${identifier}`;
  },
  rules: Object.keys(trials),
  tour,
  contended: ['degraded', 'operational'].map((status) => ({ do: 'patch', body: { status } })),
};
