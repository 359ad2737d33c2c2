// The attributes that the service knows, as RFC 7643 defines them. Reading, patching and the schemas follow these tables.
export interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  description: string;
  multiValued?: true;
  required?: true;
  caseExact?: true;
  mutability?: 'readOnly';
  returned?: 'always';
  uniqueness?: 'server';
  subAttributes?: readonly Attribute[];
  maxLength?: number;
  maxValues?: number;
}

export interface Schema {
  id: string;
  name: string;
  description: string;
  attributes: readonly Attribute[];
}

export interface ResourceType {
  name: 'User' | 'Group';
  endpoint: '/Users' | '/Groups';
  schema: Schema;
  extension?: Schema;
  /** Directories send these attributes of RFC 7643 by default; they are ignored. */
  ignored: readonly string[];
}

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
});

const readOnly = { mutability: 'readOnly' } as const;

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE_SCHEMA = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** A message of a directory has at most 1 MB, so a larger group could be neither read nor replaced. */
const MAX_MEMBERS = 5000;

const externalId = text('externalId', 'The id of the resource in the directory.', {
  caseExact: true,
});

const userSchema: Schema = {
  id: USER_SCHEMA,
  name: 'User',
  description: 'A person who may sign in.',
  attributes: [
    text('userName', 'The e-mail address of the person, which is unique regardless of case.', {
      required: true,
      uniqueness: 'server',
      maxLength: 254,
    }),
    {
      name: 'name',
      type: 'complex',
      description: 'The parts of the name.',
      subAttributes: [
        text('formatted', 'The whole name.'),
        text('familyName', 'The family name.'),
        text('givenName', 'The given name.'),
        text('middleName', 'The middle name.'),
      ],
    },
    text('displayName', 'The name that others see; by default that of `name`.'),
    text('title', 'The job title.'),
    text('locale', 'A BCP 47 tag, such as de-CH.', { maxLength: 35 }),
    text('timezone', 'An IANA name, such as Europe/Zurich.', { maxLength: 64 }),
    {
      name: 'active',
      type: 'boolean',
      description: 'If false, every session, token and API key of the person ends.',
    },
    {
      name: 'emails',
      type: 'complex',
      multiValued: true,
      maxValues: 10,
      description: 'Stored and returned; mail is sent to the address in `userName`.',
      subAttributes: [
        text('value', 'The address.', { maxLength: 254 }),
        text('display', 'A label of the address.'),
        text('type', 'Its use, such as work.'),
        { name: 'primary', type: 'boolean', description: 'Whether it is the main address.' },
      ],
    },
    {
      name: 'groups',
      type: 'complex',
      multiValued: true,
      description: 'The groups of the person that the connector provisions.',
      ...readOnly,
      subAttributes: [
        text('value', 'The id of the group.', readOnly),
        text('display', 'The name of the group.', readOnly),
        { name: '$ref', type: 'reference', description: 'The URL of the group.', ...readOnly },
      ],
    },
    externalId,
  ],
};

const enterpriseSchema: Schema = {
  id: ENTERPRISE_SCHEMA,
  name: 'EnterpriseUser',
  description: 'Attributes of a person in an organisation.',
  attributes: [
    text('department', 'The department.'),
    {
      name: 'manager',
      type: 'complex',
      description: 'The manager, who is a user of this instance.',
      subAttributes: [
        text('value', 'The id of the manager.', { caseExact: true }),
        text('displayName', 'The name of the manager.', readOnly),
        { name: '$ref', type: 'reference', description: 'The URL of the manager.', ...readOnly },
      ],
    },
  ],
};

const groupSchema: Schema = {
  id: GROUP_SCHEMA,
  name: 'Group',
  description: 'A group to which records are assigned.',
  attributes: [
    text('displayName', 'The unique name.', { required: true, uniqueness: 'server' }),
    {
      name: 'members',
      type: 'complex',
      multiValued: true,
      maxValues: MAX_MEMBERS,
      description: 'The members, who are users that the same connector provisions.',
      subAttributes: [
        text('value', 'The id of the user.', { caseExact: true }),
        text('display', 'The name of the user.', readOnly),
        text('type', 'Always User.', readOnly),
        { name: '$ref', type: 'reference', description: 'The URL of the user.', ...readOnly },
      ],
    },
    externalId,
  ],
};

export const userType: ResourceType = {
  name: 'User',
  endpoint: '/Users',
  schema: userSchema,
  extension: enterpriseSchema,
  ignored: [
    'addresses',
    'costcenter',
    'division',
    'employeenumber',
    'entitlements',
    'ims',
    'nickname',
    'organization',
    'password',
    'phonenumbers',
    'photos',
    'preferredlanguage',
    'profileurl',
    'roles',
    'usertype',
    'x509certificates',
  ],
};

export const groupType: ResourceType = {
  name: 'Group',
  endpoint: '/Groups',
  schema: groupSchema,
  ignored: [],
};

export const resourceTypes = [userType, groupType] as const;

/** Names of attributes are compared regardless of case (RFC 7643, section 2.1). */
const nameTable = (attributes: readonly Attribute[]): ReadonlyMap<string, Attribute> =>
  new Map(attributes.map((attribute) => [attribute.name.toLowerCase(), attribute]));

const tables = new Map<readonly Attribute[], ReadonlyMap<string, Attribute>>();

/** A map has no inherited names, such as `constructor`. */
export function attributeNamed(
  attributes: readonly Attribute[],
  name: string,
): Attribute | undefined {
  const table = tables.get(attributes) ?? nameTable(attributes);
  tables.set(attributes, table);
  return table.get(name.toLowerCase());
}

/** Every resource has these, and only the service sets them. */
export const isCommonReadOnly = (name: string): boolean =>
  ['id', 'meta', 'schemas'].includes(name.toLowerCase());
