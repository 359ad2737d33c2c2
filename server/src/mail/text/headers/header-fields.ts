// Values of header fields, each bounded: a sender can repeat any of them.
import { addressParser, decodeWords } from 'postal-mime';
import { cut, toStorable } from '../../../platform/text.ts';

export interface MailAddress {
  name: string;
  /** Has the case of the sender; empty if the mail names somebody without an address. */
  address: string;
}

export type Headers = readonly (readonly [name: string, value: string])[];

const MAX_ADDRESSES = 500;
const MAX_ADDRESS_FIELD = 32_000;
const MAX_NAME = 200;
const MAX_SUBJECT = 1000;
const MAX_IDS = 100;
const MAX_DELIVERED_TO = 20;

const valuesOf = (headers: Headers, name: string): string[] =>
  headers.filter(([own]) => own === name).map(([, value]) => value);

export const valueOf = (headers: Headers, name: string): string | undefined =>
  headers.find(([own]) => own === name)?.[1];

const oneLine = (text: string): string =>
  toStorable(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** Addresses of all fields of the name: two From fields must not look like one. */
export function addressesOf(headers: Headers, name: string): MailAddress[] {
  const fields = valuesOf(headers, name).slice(0, MAX_ADDRESSES);
  const parsed = fields.flatMap((value) =>
    addressParser(value.slice(0, MAX_ADDRESS_FIELD), { flatten: true }),
  );
  return parsed.slice(0, MAX_ADDRESSES).map(({ name: shown, address }) => ({
    name: cut(oneLine(shown), MAX_NAME),
    address: oneLine(address ?? ''),
  }));
}

export function returnPathOf(headers: Headers): string | undefined {
  const value = valueOf(headers, 'return-path')?.trim();
  if (value === undefined) return undefined;
  return value === '<>' || value === '' ? '' : addressesOf(headers, 'return-path')[0]?.address;
}

const deliveryFields = new Set(['delivered-to', 'x-original-to', 'envelope-to']);

export function deliveryAddresses(headers: Headers): string[] {
  const found = headers
    .filter(([name]) => deliveryFields.has(name))
    .slice(0, MAX_DELIVERED_TO)
    .flatMap(([name, value]) => addressesOf([[name, value]], name));
  return [...new Set(found.map(({ address }) => address))].filter((address) => address !== '');
}

export const subjectOf = (headers: Headers): string =>
  cut(
    oneLine(decodeWords((valueOf(headers, 'subject') ?? '').slice(0, 8 * MAX_SUBJECT))),
    MAX_SUBJECT,
  );

export function dateOf(headers: Headers): string | undefined {
  const date = new Date((valueOf(headers, 'date') ?? '').slice(0, 100));
  const isPlausible = date.getUTCFullYear() >= 1970 && date.getUTCFullYear() <= 9999;
  return isPlausible ? date.toISOString() : undefined;
}

/** The last ids are kept, because those of the latest mails stand there. */
export function messageIdsOf(headers: Headers, name: string): string[] {
  const text = valuesOf(headers, name).join(' ');
  const ids = new Set(text.match(/<[^<>\s]{1,996}>/g)?.map(toStorable));
  return [...ids].slice(-MAX_IDS);
}
