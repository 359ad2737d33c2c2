// Maps the attributes of SCIM to the columns of users, and back.
import type { UserRow } from '../../identity/index.ts';
import {
  canonicalLocale,
  canonicalTimeZone,
  EMAIL,
  isLocale,
  isTimeZone,
} from '../../platform/http/input/formats.ts';
import { cut } from '../../platform/text.ts';
import { userType } from '../protocol/resource-types.ts';
import { invalidValue } from '../protocol/scim-error.ts';
import { type Draft, type Element, readResource, type Value } from '../protocol/values.ts';
import type { ProvisionedUser, StoredAttributes, UserLink } from './users.sql.ts';

export type UserColumns = Pick<
  UserRow,
  'email' | 'name' | 'active' | 'title' | 'locale' | 'time_zone' | 'department'
>;

export interface UserState {
  columns: UserColumns;
  link: UserLink;
  managerId: string | undefined;
}

const MAX_NAME = 255;

const textIn = (draft: Draft, name: string): string | null => {
  const value = draft.get(name);
  return typeof value === 'string' ? value : null;
};

const partOf = (draft: Draft, name: string, part: string): string | undefined => {
  const value = draft.get(name) as Element | undefined;
  return value?.[part] as string | undefined;
};

function requireAddress(draft: Draft): string {
  const userName = textIn(draft, 'userName');
  if (userName !== null && EMAIL.test(userName)) return userName;
  throw invalidValue(
    'userName is required and is the e-mail address of the person, such as ada@example.com. Map it to the attribute with the address.',
  );
}

/** Directories also write tags with an underscore. */
function readLocale(text: string | null): string | null {
  if (text === null) return null;
  const tag = text.replaceAll('_', '-');
  if (isLocale(tag)) return canonicalLocale(tag);
  throw invalidValue('locale is a BCP 47 tag of a known language, such as de-CH.');
}

function readTimeZone(text: string | null): string | null {
  if (text === null) return null;
  if (isTimeZone(text)) return canonicalTimeZone(text);
  throw invalidValue('timezone is an IANA name, such as Europe/Zurich.');
}

/** Directories that send no displayName send the parts of the name. */
function nameOf(draft: Draft, email: string): string {
  const parts = ['givenName', 'familyName'].map((part) => partOf(draft, 'name', part));
  const joined = parts.filter((part) => part !== undefined).join(' ');
  const name = textIn(draft, 'displayName') ?? partOf(draft, 'name', 'formatted') ?? joined;
  return cut(name || email, MAX_NAME);
}

function storedAttributes(draft: Draft): StoredAttributes {
  const names = ['displayName', 'name', 'emails'] as const;
  return Object.fromEntries(
    names.flatMap((name) => (draft.has(name) ? [[name, draft.get(name)]] : [])),
  );
}

export function stateOf(draft: Draft): UserState {
  const email = requireAddress(draft);
  const active = draft.get('active');
  return {
    columns: {
      email,
      name: nameOf(draft, email),
      active: active !== false,
      title: textIn(draft, 'title'),
      locale: readLocale(textIn(draft, 'locale')),
      time_zone: readTimeZone(textIn(draft, 'timezone')),
      department: textIn(draft, 'department'),
    },
    link: {
      external_id: textIn(draft, 'externalId'),
      attributes: storedAttributes(draft),
    },
    managerId: partOf(draft, 'manager', 'value'),
  };
}

/** Without addresses of their own, a person has the one in userName. */
export const emailsOf = ({
  email,
  attributes,
}: Pick<ProvisionedUser, 'email' | 'attributes'>): readonly Element[] =>
  attributes.emails ?? [{ value: email, type: 'work', primary: true }];

export function draftOf(user: ProvisionedUser): Draft {
  const { attributes, manager } = user;
  const values: Record<string, Value | null | undefined> = {
    userName: user.email,
    name: attributes.name,
    displayName: attributes.displayName,
    title: user.title,
    locale: user.locale,
    timezone: user.time_zone,
    active: user.active,
    emails: emailsOf(user),
    department: user.department,
    manager: manager ? { value: manager.id } : null,
    externalId: user.external_id,
  };
  return new Map(
    Object.entries(values).filter((entry): entry is [string, Value] => (entry[1] ?? null) !== null),
  );
}

export const readUser = (body: unknown): UserState => stateOf(readResource(userType, body));
