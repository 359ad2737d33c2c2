// A worker sends as one caller after another on one connection, with its own record, so that nobody else changes the
// data it reads back.
import { isDeepStrictEqual } from 'node:util';
import type { Role } from '../../../src/identity/index.ts';
import type { Instance, Json } from '../../support/harness.ts';
import { type Draft, wireOf } from './draft.ts';
import { type InputValidator, parsedBody } from './input.ts';
import { type Documented, checkResponse, Violation } from './expectations.ts';
import { type RawResponse, bytesOf, Client, reproduction, type Wire } from '../../support/wire.ts';

const ROOT = '/prod/api/v1';
/** A record is replaced after this: it collects notes and ends in a state with few transitions. */
const USES_OF_A_RECORD = 40;

/** Makes names and email addresses unique. */
let made = 0;

export interface Validators {
  input: InputValidator;
  documented: Documented;
}

/**
 * Reduces the items of a list to the members that are both sent and returned: a file is sent with bytes, returned with
 * an id.
 */
function inCommon(value: Json, sentItem: Json, shownItem: Json): Json {
  if (!Array.isArray(value) || !sentItem?.properties || !shownItem?.properties) return value;
  const names = Object.keys(sentItem.properties).filter((name) => name in shownItem.properties);
  return value.map((item) => Object.fromEntries(names.map((name) => [name, item[name]])));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A nested object updates only the members it names. */
const merge = (copy: unknown, sent: unknown): unknown =>
  isObject(copy) && isObject(sent) ? { ...copy, ...sent } : sent;

/** An item of a list has defaults for the members that were not sent, as documented. */
const membersSent = (sent: Json, copy: Json): Json =>
  Array.isArray(sent) && Array.isArray(copy) && sent.length === copy.length
    ? copy.map((item, at) => (isObject(item) && isObject(sent[at]) ? pick(item, sent[at]) : item))
    : copy;

const pick = (item: Json, sent: Json): Json =>
  Object.fromEntries(
    Object.entries(item).filter(([name]) => (sent as Record<string, unknown>)[name] !== undefined),
  );

/** A stage of a catalog item drops what its kind of approvers does not use. */
const unusedOf: Readonly<Record<string, readonly string[]>> = {
  people: ['group', 'field'],
  group: ['people', 'field'],
  manager_of_requester: ['people', 'group', 'field'],
  field: ['people'],
};
const withoutUnused = (stage: Json): Json =>
  isObject(stage)
    ? Object.fromEntries(
        Object.entries(stage).filter(
          ([name]) => !unusedOf[(stage as Json).approvers]?.includes(name),
        ),
      )
    : stage;

/** JSON has no minus zero of its own, and no members without a value. */
const asJson = (value: Json): Json =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

/** A list of participants replaces all but the requester, whom a field names; sources are ignored. */
const replaceable = (name: string, value: Json): Json => {
  // A metric without a target has none.
  if (name === 'targets' && isObject(value))
    return Object.fromEntries(
      Object.entries(value).filter(([, ofMetric]) => Object.keys(ofMetric ?? {}).length > 0),
    );
  if (!Array.isArray(value)) return value;
  if (name === 'approvals') return value.map(withoutUnused);
  return name === 'participants'
    ? value.filter(({ kind }) => kind !== 'requester').map(({ email, kind }) => ({ email, kind }))
    : value;
};

/** A time is returned in UTC with milliseconds. */
const asReturned = (value: Json, { format }: Json): Json =>
  format === 'date-time' && typeof value === 'string' ? new Date(value).toISOString() : value;

/**
 * Requests refer to these records, by the path of their collection. Requesters make what they may, so that all see it.
 */
const targets: Record<string, { by: Role; body: () => object; hasNotes: boolean }> = {
  '/incidents': {
    by: 'requester',
    body: () => ({ short_description: 'target' }),
    hasNotes: true,
  },
  '/requests': { by: 'requester', body: () => ({ short_description: 'target' }), hasNotes: true },
  '/changes': { by: 'agent', body: () => ({ short_description: 'target' }), hasNotes: true },
  '/cmdb/cis': {
    by: 'agent',
    body: () => ({ name: `target ${process.pid}-${(made += 1)}`, class: 'server' }),
    hasNotes: false,
  },
  '/knowledge/articles': {
    by: 'agent',
    body: () => ({ title: 'target', body: 'target' }),
    hasNotes: false,
  },
};

const ROOMY = {
  attachment_bytes_per_day: { requesters: 1e10, others: 1e10 },
  attachment_bytes_per_record: 1e10,
};
const FILE = { filename: 'a.html', content_type: 'text/html', data: 'PGI+' };

/**
 * These fields are documented as sets: the order of their items does not matter, and one that is sent twice counts
 * once.
 */
const sets = new Set(['relations', 'participants']);
const textOf = (item: Json): string =>
  Object.entries(item ?? {})
    .map(([name, value]) => JSON.stringify([name, value]))
    .toSorted()
    .join();
const inOrder = (items: Json): string[] => [items].flat().map(textOf).toSorted();
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];

export class Worker {
  readonly #instance: Instance;
  readonly #client: Client;
  readonly #validators: Validators;
  #records: Record<string, Json> = {};
  #uses = 0;

  constructor(instance: Instance, validators: Validators) {
    this.#instance = instance;
    this.#client = new Client(instance.url);
    this.#validators = validators;
  }

  async #send(as: Role, method: string, path: string, value?: object): Promise<Json> {
    const response = await this.#client.send(
      bytesOf({
        method,
        target: ROOT + path,
        headers: [
          ['Authorization', `Bearer ${await this.#instance.tokenFor(as)}`],
          ...(value ? [['Content-Type', 'application/json'] as const] : []),
        ],
        body: value && Buffer.from(JSON.stringify(value)),
      }),
    );
    if (!response || response.status > 299) return undefined;
    return JSON.parse(response.text);
  }

  /** Creates the records, each with an attachment that everyone may read, where it has notes. */
  async #refresh(): Promise<void> {
    this.#uses += 1;
    if (this.#records['/incidents'] && this.#uses % USES_OF_A_RECORD !== 0) return;
    await this.#administer();
    for (const [path, { by, body, hasNotes }] of Object.entries(targets)) {
      const record = await this.#send(by, 'POST', path, body());
      this.#records[path] = record;
      if (!hasNotes) continue;
      const note = await this.#attach(by, `${path}/${record?.id}/notes`);
      this.#records[path] = {
        ...record,
        note_id: note.id,
        attachment_id: note.attachments[0].id,
      };
    }
  }

  /** A drawn request may lower the quotas of files at any time, so they are raised where a file is refused. */
  async #attach(by: Role, path: string): Promise<Json> {
    const body = { body: 'with a file', visibility: 'public', attachments: [FILE] };
    for (let tries = 0; tries < 10; tries += 1) {
      const note = await this.#send(by, 'POST', path, body);
      if (note) return note;
      await this.#send('super_admin', 'PATCH', '/settings', ROOMY);
    }
    throw new Error('a valid request was rejected');
  }

  /** Creates one record of each administered kind. */
  async #administer(): Promise<void> {
    const tag = `${process.pid}-${(made += 1)}`;
    const bodies: Record<string, object> = {
      clients: { name: 'target', roles: ['auditor'] },
      users: { email: `target-${tag}@example.com`, name: 'target', roles: ['auditor'] },
      groups: { name: `target ${tag}` },
    };
    for (const [kind, body] of Object.entries(bodies)) {
      const { secret: _, ...record } = await this.#send('super_admin', 'POST', `/${kind}`, body);
      this.#records[`/${kind}`] = { ...record, id: record.id ?? record.client_id };
    }
  }

  /** Returns the record that a path refers to. Other paths take an incident's fields to send back. */
  #recordOf(template: string): { path: string; record: Json } {
    const [collection = ''] = template.split('/{', 1);
    if (collection === '/settings') return { path: collection, record: {} };
    const record = this.#records[collection] ?? this.#records['/incidents'];
    return { path: `${collection}/${record.id}`, record };
  }

  async run(draft: Draft): Promise<void> {
    await this.#refresh();
    const { caller, operation } = draft;
    const isPatch = operation.method === 'PATCH' && caller !== null;
    const { path, record } = this.#recordOf(operation.template);
    const before = {
      ...record,
      ...(isPatch && (await this.#send(caller, 'GET', path))),
    };
    const token = caller ? await this.#instance.tokenFor(caller) : undefined;
    const wire = wireOf(draft, before, token);
    const bytes = bytesOf(wire);
    try {
      const response = await this.#client.send(bytes, { isHead: draft.method === 'HEAD' });
      if (!response) throw new Violation('the connection was closed without a response');
      checkResponse(response, wire);
      this.#validators.documented.check(draft, response);
      if (response.status < 300) {
        this.#checkAcceptance(draft, wire, before);
        if (wire.method !== 'HEAD') await this.#readBack(draft, wire, response);
      }
    } catch (error) {
      const attempt = `${operation.name}: ${draft.story.join('; ') || 'as it should be'}`;
      const again = reproduction(bytes, this.#client.port);
      throw new Violation(`${attempt}\n    ${(error as Error).message}\n    ${again}`);
    }
  }

  #checkAcceptance({ operation, forbidden }: Draft, wire: Wire, before: Json): void {
    const { input } = this.#validators;
    const fault =
      Object.values(forbidden)[0] ??
      input.queryFault(operation, wire.target) ??
      input.bodyFault(operation, wire, before);
    if (fault) throw new Violation(`accepted, although ${fault}`);
  }

  /** Checks that accepted values are returned unchanged, in the response and when read again. */
  async #readBack(
    { operation, method, caller }: Draft,
    wire: Wire,
    response: RawResponse,
  ): Promise<void> {
    if (method === 'DELETE') this.#records = {};
    const sent = operation.body && parsedBody(wire);
    // A preview computes from what was sent, and stores nothing.
    if (!sent || operation.template.endsWith('/preview')) return;
    const shown = JSON.parse(response.text);
    // A resource without its own id, such as a user's preferences, cannot be read elsewhere.
    const copies =
      shown.id === undefined
        ? [shown]
        : [shown, await this.#storedCopy(operation.template, shown, caller)];
    for (const [name, schema] of Object.entries<Json>(operation.body.properties)) {
      if (!(name in operation.response.properties) || sent[name] === undefined || schema.enum)
        continue;
      const shownItem = operation.response.properties[name].items;
      for (const copy of copies) {
        // The edit of a published article may be pending.
        const stored = { ...copy, ...copy?.pending }[name];
        const [sentPart, wholeCopy] = [
          asReturned(inCommon(sent[name], schema.items, shownItem), schema),
          inCommon(stored, schema.items, shownItem),
        ].map((value) => asJson(replaceable(name, value)));
        const copyPart = membersSent(sentPart, wholeCopy);
        if (isDeepStrictEqual(copyPart, merge(copyPart, sentPart))) continue;
        // An object without members sets nothing, and a record without custom values leaves them out.
        if (name === 'custom' && copyPart === undefined && isDeepStrictEqual(sentPart, {}))
          continue;
        if (sets.has(name) && isDeepStrictEqual(inOrder(copyPart), distinct(inOrder(sentPart))))
          continue;
        const [was, is] = [sentPart, copyPart].map((value) => JSON.stringify(value)?.slice(0, 200));
        throw new Violation(`${name} was sent as ${was} and came back as ${is}`);
      }
    }
  }

  /** Reads a note in the list of its record, anything else at its own URL; settings are shared by everyone. */
  async #storedCopy(template: string, shown: Json, caller: Draft['caller']): Promise<Json> {
    const [collection] = template.split('/{', 1);
    if (collection === '/settings') return shown;
    if (template.endsWith('/tasks')) return this.#send('super_admin', 'GET', `/tasks/${shown.id}`);
    const isNote = template.endsWith('/notes');
    // A view is seen by its owner only, unless it is shared.
    const reader = collection === '/views' && caller ? caller : 'super_admin';
    if (!isNote) return this.#send(reader, 'GET', `${collection}/${shown.id ?? shown.client_id}`);
    const recordId = Object.entries<Json>(shown).find(([name]) => name.endsWith('_id'))?.[1];
    const path = `${collection}/${recordId}/notes?order=desc&limit=200`;
    const notes = await this.#send('super_admin', 'GET', path);
    return notes?.data.find((note: Json) => note.id === shown.id);
  }

  stop(): void {
    this.#client.close();
  }
}
