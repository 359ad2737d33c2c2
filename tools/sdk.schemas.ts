// Generates TypeScript types from the schemas in openapi.json.
import {
  customizedSchemas,
  type Document,
  getRequired,
  inputSchemas,
  isCustomMember,
  refName,
  type Schema,
} from './sdk.document.ts';

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

/** Returns a comment of one line, or an empty string. */
export const commentOf = (text: string | undefined, indent = ''): string =>
  text ? `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s+/g, ' ')} */\n` : '';

const primitives: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

interface Style {
  /** Optional members of inputs also accept undefined. */
  isInput: boolean;
  /** These schemas are generic in the values of custom fields. Absent for a schema that is not. */
  customized?: ReadonlySet<string>;
}

/** Members beyond the known ones have a form of name, such as `custom.<key>`. */
function otherMembers(schema: Schema, style: Style, indent: string): string[] {
  const { additionalProperties: others } = schema;
  const form = typeof others === 'object' ? others['x-additionalPropertiesName'] : undefined;
  if (typeof others !== 'object' || form === undefined) return [];
  const name = form.replaceAll(/<\w+>/g, '${string}');
  const type = `${typeOf(others, style, indent)}${style.isInput ? ' | undefined' : ''}`;
  return [`${commentOf(others.description, indent)}${indent}[name: \`${name}\`]: ${type};\n`];
}

function objectType(schema: Schema, style: Style, indent: string): string {
  const { properties, required = [], additionalProperties } = schema;
  if (!properties) {
    const isTyped = typeof additionalProperties === 'object';
    return `Record<string, ${isTyped ? typeOf(additionalProperties, style, indent) : 'unknown'}>`;
  }
  const members = Object.entries(properties).map(([name, member]) => {
    const key = isName(name) ? name : JSON.stringify(name);
    const isRequired = required.includes(name);
    // Events of several record types stand side by side, so their values are not declared.
    const type =
      style.customized && isCustomMember(name, member)
        ? `${style.isInput ? 'SentCustom' : 'ShownCustom'}<V>`
        : typeOf(member, style, `${indent}  `);
    const isOpen = !isRequired && style.isInput && type !== 'unknown';
    return `${commentOf(member.description, `${indent}  `)}${indent}  ${key}${isRequired ? '' : '?'}: ${type}${isOpen ? ' | undefined' : ''};\n`;
  });
  const all = [...members, ...otherMembers(schema, style, `${indent}  `)];
  return all.length === 0 ? 'Record<string, never>' : `{\n${all.join('')}${indent}}`;
}

export function typeOf(schema: Schema, style: Style = { isInput: false }, indent = ''): string {
  if (schema.$ref) {
    const name = refName(schema.$ref);
    return style.customized?.has(name) ? `${name}<V>` : name;
  }
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one, style, indent)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return types
    .map((type) => {
      if (type === 'object') return objectType(schema, style, indent);
      if (type !== 'array') return getRequired(primitives, type);
      const items = typeOf(schema.items ?? {}, style, indent);
      return items.includes(' | ') ? `(${items})[]` : `${items}[]`;
    })
    .join(' | ');
}

const updateVariants = (operation: string, fields: string): string => `
  | { operation: '${operation}'; ids: string[]; fields: ${fields}; dry_run?: boolean | undefined }
  | {
      operation: '${operation}';
      /** A row with a version fails with \`version_mismatch\` if the record has another one. */
      records: (${fields} & { id: string; version?: number | undefined })[];
      dry_run?: boolean | undefined;
    }`;

const actionVariant = (operation: string): string => `
  | {
      operation: '${operation}';
      records: { id: string; version?: number | undefined }[];
      dry_run?: boolean | undefined;
    }`;

/** The rows of a bulk request depend on its operation; `updates` and `actions` name those of existing records, with and without fields. */
const bulkType = (
  create: string,
  others: readonly string[],
  updates: Readonly<Record<string, string>>,
  actions: readonly string[] = [],
): string =>
  [
    `
  | { operation: ${others.map((name) => `'${name}'`).join(' | ')}; records: ${create}[]; dry_run?: boolean | undefined }`,
    ...Object.entries(updates).map(([operation, fields]) => updateVariants(operation, fields)),
    ...actions.map(actionVariant),
  ].join('');

/** They are in the order of the schema; the last is of deleted records. */
const eventData = [
  'incident',
  'change',
  'request',
  'sla',
  'ci',
  'incidentNote',
  'task',
  'article',
  'deleted',
];
const eventDataName = (kind: string): string =>
  `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}EventData`;

/** The first word of an event's type decides its data, except for added notes. */
const eventDataOf = (type: string): string => {
  const [first = '', verb] = type.split('.');
  return eventDataName(verb === 'note_added' ? `${first}Note` : first);
};

function eventTypes(event: Schema): string {
  const { data = {}, event: type = {}, ...rest } = event.properties ?? {};
  const variants = data.anyOf ?? [];
  if (variants.length !== eventData.length)
    throw new Error(
      'The data of events has other variants than eventData in tools/sdk.schemas.ts; update it.',
    );
  const own = new Set(['id', 'record', 'sequence']);
  const shared = Object.fromEntries(Object.entries(rest).filter(([name]) => !own.has(name)));
  const added = Object.fromEntries(Object.entries(rest).filter(([name]) => own.has(name)));
  const byType = (type.enum ?? []).map(
    (name) => `  '${String(name)}': ${eventDataOf(String(name))};\n`,
  );
  const members = (properties: Record<string, Schema>) =>
    objectType({ properties, required: Object.keys(properties) }, { isInput: false }, '');
  return [
    ...variants.map((variant, index) => {
      const name = eventDataName(eventData[index] ?? '');
      return `export interface ${name} ${objectType(variant, { isInput: false }, '')}\n`;
    }),
    `/** Maps each type of event to its data. */\nexport interface EventDataByType {\n${byType.join('')}}\n`,
    `export type EventType = keyof EventDataByType;\n`,
    `/** The body of a delivery: \`event\` decides the type of \`data\`. */`,
    `export type WebhookEvent<E extends EventType = EventType> = {\n  [T in E]: { event: T; data: EventDataByType[T] } & ${members(shared)};\n}[E];\n`,
    `/** An event of the log; an event of a deleted record has less data. */`,
    `export type Event = {\n  [T in EventType]: Omit<WebhookEvent<T>, 'data'> & { data: EventDataByType[T] | DeletedEventData } & ${members(added)};\n}[EventType];\n`,
    `/** A stream returns events of the log, the presence of people, and the number of the caller's unread notifications. */`,
    `export type StreamedEvent =\n  | Event\n  | { event: 'presence'; data: Presence }\n  | { event: 'notification'; data: Pick<NotificationList, 'unread'> };`,
    `export type StreamedType = StreamedEvent['event'];\n`,
  ].join('\n');
}

/** A program that offers event types, such as a form, reads them at run time. */
export function eventTypesText({ components }: Document): string {
  const names = getRequired(components.schemas, 'Event').properties?.['event']?.enum ?? [];
  return [
    `import type { EventType } from './schemas.ts';\n`,
    '/** Lists every event type, in the order of the API. More may be added. */',
    `export const eventTypes: readonly EventType[] = [\n${names.map((name) => `  '${String(name)}',\n`).join('')}];\n`,
  ].join('\n');
}

/** These types are more precise than the schema. */
const refinements: Record<string, (schema: Schema) => string> = {
  Event: eventTypes,
  IncidentBulk: (schema) =>
    `${commentOf(schema.description)}export type IncidentBulk<V = CustomValues> =${bulkType('IncidentCreate<V>', ['create'], { update: 'IncidentUpdate<V>', resolve: 'IncidentResolve', merge: 'IncidentMerge' }, ['unmerge'])};\n`,
  CiBulk: (schema) =>
    `${commentOf(schema.description)}export type CiBulk<V = CustomValues> =${bulkType('CiCreate<V>', ['create', 'upsert', 'discover'], { update: 'CiUpdate<V>' })};\n`,
};

export function schemasText(document: Document): string {
  const inputs = inputSchemas(document);
  const customized = customizedSchemas(document);
  const declarations = Object.entries(document.components.schemas).map(([name, schema]) => {
    const refine = refinements[name];
    if (refine) return refine(schema);
    const isCustomized = customized.has(name);
    const type = typeOf(schema, {
      isInput: inputs.has(name),
      ...(isCustomized && { customized }),
    });
    const start = commentOf(schema.description);
    const declared = isCustomized ? `${name}<V = CustomValues>` : name;
    return type.startsWith('{')
      ? `${start}export interface ${declared} ${type}\n`
      : `${start}export type ${declared} = ${type};\n`;
  });
  const imports = `import type { CustomValues, SentCustom, ShownCustom } from '../custom.ts';\n`;
  return [imports, ...declarations].join('\n');
}
