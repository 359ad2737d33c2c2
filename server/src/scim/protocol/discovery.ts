// Describes the service to directories (RFC 7643, sections 5 to 7).
import { listMessage, MAX_PAGE } from './list-message.ts';
import { type Attribute, type ResourceType, resourceTypes, type Schema } from './resource-types.ts';

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';

const metaOf = (resourceType: string, location: string) => ({ resourceType, location });

export const serviceProviderConfig = (baseUrl: string, root: string): object => ({
  schemas: [CONFIG_SCHEMA],
  documentationUri: `${baseUrl}/docs/guide/reference/scim`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_PAGE },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Token of a connector',
      description: 'Send the token of the connector in the header Authorization: Bearer.',
      primary: true,
    },
  ],
  meta: metaOf('ServiceProviderConfig', `${root}/ServiceProviderConfig`),
});

const typeResource = (
  { name, endpoint, schema, extension }: ResourceType,
  root: string,
): object => ({
  schemas: [TYPE_SCHEMA],
  id: name,
  name,
  endpoint,
  description: schema.description,
  schema: schema.id,
  ...(extension && { schemaExtensions: [{ schema: extension.id, required: false }] }),
  meta: metaOf('ResourceType', `${root}/ResourceTypes/${name}`),
});

const describe = ({ subAttributes, ...attribute }: Attribute): object => ({
  name: attribute.name,
  type: attribute.type,
  multiValued: attribute.multiValued ?? false,
  description: attribute.description,
  required: attribute.required ?? false,
  ...(attribute.type === 'string' && { caseExact: attribute.caseExact ?? false }),
  mutability: attribute.mutability ?? 'readWrite',
  returned: attribute.returned ?? 'default',
  uniqueness: attribute.uniqueness ?? 'none',
  ...(attribute.type === 'reference' && { referenceTypes: ['User', 'Group'] }),
  ...(subAttributes && { subAttributes: subAttributes.map(describe) }),
});

const schemaResource = ({ id, name, description, attributes }: Schema, root: string): object => ({
  schemas: [SCHEMA_SCHEMA],
  id,
  name,
  description,
  attributes: attributes.map(describe),
  meta: metaOf('Schema', `${root}/Schemas/${id}`),
});

const schemas: readonly Schema[] = resourceTypes.flatMap(({ schema, extension }) => [
  schema,
  ...(extension ? [extension] : []),
]);

const wholeList = (resources: readonly object[]): object =>
  listMessage(resources, { startIndex: 1, totalResults: resources.length });

export const listTypes = (root: string): object =>
  wholeList(resourceTypes.map((type) => typeResource(type, root)));

export const listSchemas = (root: string): object =>
  wholeList(schemas.map((schema) => schemaResource(schema, root)));

export function findType(name: string, root: string): object | undefined {
  const type = resourceTypes.find((one) => one.name === name);
  return type && typeResource(type, root);
}

export function findSchema(id: string, root: string): object | undefined {
  const schema = schemas.find((one) => one.id.toLowerCase() === id.toLowerCase());
  return schema && schemaResource(schema, root);
}
