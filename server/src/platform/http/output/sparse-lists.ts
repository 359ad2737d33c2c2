// Every list has the parameter `fields`, which makes its items sparse.
import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { object, oneOf } from '../input/schema.ts';

type Members = readonly string[];

/** Every item keeps its `id`, or its first member where it has none (a job, a version). */
const identifierOf = (members: Members): string | undefined =>
  members.includes('id') ? 'id' : members[0];

/** Collects the members of all alternatives of an item. */
function propertiesOf(item: TSchema): TProperties {
  const { properties, anyOf = [] } = item as { properties?: TProperties; anyOf?: TSchema[] };
  return properties ?? Object.assign({}, ...anyOf.map(propertiesOf));
}

/** A sparse item has the requested fields only; `more` are fields that it has only on request. */
export function sparseItem(item: TSchema, more: TProperties): TObject {
  const properties = { ...propertiesOf(item), ...more };
  const identifier = identifierOf(Object.keys(properties));
  const members = Object.entries(properties).map(([name, schema]) => [
    name,
    name === identifier ? schema : Type.Optional(schema),
  ]);
  const { title } = item as { title?: string };
  return object(Object.fromEntries(members) as TProperties, {
    description: 'Returned if the request has `fields`: only those fields and the id.',
    ...(title && { title: `${title}Fields` }),
  });
}

/** The sparse item is the second alternative of an item in a list's envelope. */
function sparseItemOf(envelope: TSchema): TObject | undefined {
  const { properties } = envelope as { properties?: Record<string, { items?: unknown }> };
  const items = properties?.['data']?.items as { anyOf?: TObject[] } | undefined;
  return properties?.['next_cursor'] && items?.anyOf?.[1];
}

/** Adds the parameter to the query of a list; other queries stay as they are. */
export function withFieldsParameter<Q extends TObject>(query: Q, envelope: TSchema): Q {
  const item = sparseItemOf(envelope);
  if (!item) return query;
  const fields = Type.Optional(
    Type.Array(oneOf(Object.keys(item.properties)), {
      description: 'Return only these fields of each record, and its id. Comma-separated.',
      style: 'form',
      explode: false,
      maxItems: 100,
    }),
  );
  const { patternProperties } = query as { patternProperties?: Record<string, TSchema> };
  return Type.Object(
    { ...query.properties, fields },
    { additionalProperties: false, ...(patternProperties && { patternProperties }) },
  ) as TObject as Q;
}

/** Picks the fields and the identifier of an item. */
export const fieldPicker =
  (fields: Members) =>
  (item: object): object => {
    const from = item as Record<string, unknown>;
    const identifier = identifierOf(Object.keys(item)) ?? 'id';
    const picked: Record<string, unknown> = { [identifier]: from[identifier] };
    for (const name of fields) if (from[name] !== undefined) picked[name] = from[name];
    return picked;
  };
