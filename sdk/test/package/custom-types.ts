// Shows the custom values that the types accept and refuse. It is never run: every line below `@ts-expect-error` must fail to compile.
import { type Incident, type IncidentCreate, Signalbox } from '@signalbox/sdk';

const credentials = { baseUrl: 'https://desk.example.com', apiKey: 'sbk_x' };

interface IncidentFields {
  site: 'Munich' | 'Zurich';
  floor: number;
  lights?: boolean;
  tags: string[];
}

const client = new Signalbox<{ incident: IncidentFields; ci: { cost_centre: string } }>(
  credentials,
);
const undeclared = new Signalbox(credentials);

export async function readValues(): Promise<unknown[]> {
  const incident = await client.incidents.get('INC0000001');
  const site: 'Munich' | 'Zurich' | undefined = incident.custom?.site;
  // @ts-expect-error -- a record may lack any value
  const floor: number = incident.custom?.floor;
  // @ts-expect-error -- another type
  const tags: string | undefined = incident.custom?.tags;
  // @ts-expect-error -- no such field
  const room: unknown = incident.custom?.room;
  const { data } = await client.incidents.list({ fields: ['custom'] });
  const lights: boolean | undefined = data[0]?.custom.lights;
  // @ts-expect-error -- incidents have no such field
  const centre: unknown = data[0]?.custom.cost_centre;
  for await (const { custom } of client.cis.list({ fields: ['custom'] }))
    custom.cost_centre?.trim();
  const resolved = await client.incidents.resolve('INC0000001', { resolution: 'Done.' });
  return [site, floor, tags, room, lights, centre, resolved.custom?.floor?.toFixed()];
}

export async function sendValues(): Promise<void> {
  await client.incidents.create({ short_description: 'x', custom: { site: 'Munich', floor: 3 } });
  await client.incidents.update('INC0000001', { custom: { site: null, tags: ['a'] } });
  await client.incidents.update('INC0000001', { custom: { floor: undefined } });
  // @ts-expect-error -- no such choice
  await client.incidents.create({ short_description: 'x', custom: { site: 'Berlin' } });
  // @ts-expect-error -- another type
  await client.incidents.update('INC0000001', { custom: { floor: '3' } });
  // @ts-expect-error -- no such field
  await client.incidents.update('INC0000001', { custom: { room: 'E1' } });
  await client.incidents.bulk({ operation: 'update', ids: [], fields: { custom: { floor: 1 } } });
  await client.incidents.bulk({
    operation: 'create',
    // @ts-expect-error -- another type
    records: [{ short_description: 'x', custom: { floor: 'first' } }],
  });
  await client.cis.create({ name: 'x', class: 'server', custom: { cost_centre: '4711' } });
  // @ts-expect-error -- CIs have no such field
  await client.cis.create({ name: 'x', class: 'server', custom: { site: 'Munich' } });
}

export async function filterLists(): Promise<void> {
  await client.incidents.list({ 'cf.site': ['Munich', 'Zurich'], 'cf.floor': 3 });
  await client.incidents.count({ by: 'state', 'cf.tags': 'a', 'cf.lights': true });
  // @ts-expect-error -- no such choice
  await client.incidents.list({ 'cf.site': 'Berlin' });
  // @ts-expect-error -- another type
  await client.incidents.list({ 'cf.floor': 'third' });
  // @ts-expect-error -- no such field
  await client.incidents.list({ 'cf.room': 'E1' });
  // @ts-expect-error -- no such filter besides
  await client.incidents.list({ 'cf.site': 'Munich', severity: 'P1' });
}

/** A record type that is not declared, and a client without a declaration, take any key and value. */
export async function useAnyValues(): Promise<unknown> {
  await client.changes.create({ short_description: 'x', custom: { any: ['thing'] } });
  await undeclared.incidents.list({ 'cf.site': 'Munich', fields: ['custom'] });
  const { custom } = await undeclared.incidents.get('INC0000001');
  // @ts-expect-error -- its type is unknown
  const text: string = custom?.['site'];
  // @ts-expect-error -- custom values are an object
  await undeclared.incidents.create({ short_description: 'x', custom: 'Munich' });
  return text;
}

/** Functions name the declared fields where they take records, bodies or the client. */
export const siteOf = ({ custom }: Incident<IncidentFields>): string => custom?.site ?? 'unknown';
export const body: IncidentCreate<IncidentFields> = {
  short_description: 'x',
  custom: { floor: 1 },
};
export const sites = async (desk: typeof client): Promise<string> =>
  siteOf(await desk.incidents.get('INC0000001'));
/** A function that declares no fields takes any client. */
export const widened: Signalbox = client;
// @ts-expect-error -- it would set numbers
export const other: Signalbox<{ incident: { site: number } }> = client;

export const wrongDeclarations: readonly unknown[] = [
  // @ts-expect-error -- no such record type
  new Signalbox<{ incidents: { site: string } }>(credentials),
  // @ts-expect-error -- JSON has no dates
  new Signalbox<{ incident: { due: Date } }>(credentials),
  // @ts-expect-error -- a record without a value has no member for it
  new Signalbox<{ incident: { site: string | null } }>(credentials),
];
