// Shows the values that the types accept and refuse. It is never run: every line below `@ts-expect-error` must fail to compile.
import { Signalbox, SignalboxError, webhooks, type Incident } from '@signalbox/sdk';

const client = new Signalbox({ baseUrl: 'https://desk.example.com', apiKey: 'sbk_x' });

export async function wrongValues(): Promise<void> {
  // @ts-expect-error -- no such state
  await client.incidents.list({ state: 'open' });
  // @ts-expect-error -- one of them is no state
  await client.incidents.list({ state: ['new', 'open'] });
  // @ts-expect-error -- no such filter
  await client.incidents.list({ severity: 'P1' });
  // @ts-expect-error -- no such field
  await client.incidents.list({ fields: ['colour'] });
  // @ts-expect-error -- no such order
  await client.incidents.list({ sort: 'colour' });
  // @ts-expect-error -- a required field is missing
  await client.incidents.create({ priority: 'P1' });
  // @ts-expect-error -- no such priority
  await client.incidents.create({ short_description: 'x', priority: 'high' });
  // @ts-expect-error -- a new incident is new
  await client.incidents.create({ short_description: 'x', state: 'closed' });
  // @ts-expect-error -- read-only
  await client.incidents.update('INC0000001', { created_at: '2026-01-01T00:00:00Z' });
  // @ts-expect-error -- not nullable
  await client.incidents.update('INC0000001', { priority: null });
  // @ts-expect-error -- no such state of a change
  await client.changes.update('CHG0000001', { state: 'resolved' });
  // @ts-expect-error -- no such type of event
  client.events.stream({ type: 'incident.exploded' });
  // @ts-expect-error -- rows of a create have no id
  await client.incidents.bulk({ operation: 'create', records: [{ id: 'INC0000001' }] });
  // @ts-expect-error -- no such method
  await client.incidents.remove('INC0000001');
  // @ts-expect-error -- a list takes no idempotency key
  await client.incidents.list({}, { idempotencyKey: 'x' });
  // @ts-expect-error -- one kind of credentials
  void new Signalbox({ baseUrl: 'https://desk.example.com', apiKey: 'x', token: 'y' });
  // @ts-expect-error -- the address comes with the credentials
  void new Signalbox({ apiKey: 'x' });
  // @ts-expect-error -- some credentials
  void new Signalbox({ baseUrl: 'https://desk.example.com' });
}

export const fromEnvironment: readonly Signalbox[] = [
  new Signalbox(),
  new Signalbox({ timeoutMs: 5000, authUrl: 'https://auth.example.com' }),
];

export async function rightValues(): Promise<unknown[]> {
  const page = await client.incidents.list({
    state: ['new', 'on_hold'],
    created_after: new Date(),
  });
  const total: number = page.total;
  const sparse = await client.incidents.list({ fields: ['state', 'sla'] });
  const remaining = sparse.data[0]?.sla.remaining_seconds;
  // @ts-expect-error -- the row has only the fields that were asked for
  const absent: unknown = sparse.data[0]?.category;
  const incident: Incident = await client.incidents.update(
    'INC0000001',
    { state: 'resolved', resolution: 'Restarted.', category: undefined },
    { ifMatch: 3 },
  );
  const { data, response } = await client.incidents.get(incident.id).withResponse();
  const deleted = await client.incidents.delete(incident.id);
  // @ts-expect-error -- undefined if a retried request found it deleted
  const at: string = deleted.deleted_at;
  const { unread } = await client.notifications.list();
  return [total, remaining, absent, data.version, response.etag, at, unread];
}

export async function narrow(error: unknown): Promise<unknown> {
  if (SignalboxError.is(error, 'version_mismatch')) return error.problem.changed_fields;
  if (SignalboxError.is(error, 'invalid_transition')) return error.problem.allowed_transitions;
  // @ts-expect-error -- only of version_mismatch
  if (SignalboxError.is(error, 'not_found')) return error.problem.changed_fields;
  // @ts-expect-error -- no such code
  if (SignalboxError.is(error, 'not_there')) return undefined;
  const event = await webhooks.unwrap('{}', {}, 'whsec_x');
  if (event.event === 'ci.discovered') return event.data.class;
  // @ts-expect-error -- events of incidents have no class
  if (event.event === 'incident.created') return event.data.class;
  for await (const { data } of client.events.stream({ type: 'change.approved' }))
    if ('risk' in data) return data.risk;
  return undefined;
}
