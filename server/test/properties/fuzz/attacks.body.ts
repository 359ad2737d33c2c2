// Bodies get each field with each hostile value, unknown names, and bytes that are not JSON.
import type { Json } from '../../support/harness.ts';
import type { Attack } from './attack.ts';
import type { Operation } from './document.ts';
import type { Draft } from './draft.ts';
import { jsonKeys, jsonValues } from './texts.ts';

const setMember = (draft: Draft, name: string, value: string): void => {
  const key = JSON.stringify(name);
  draft.members = [...(draft.members ?? []).filter(([other]) => other !== key), [key, value]];
};

const fieldAttacks = ({ body }: Operation): Attack[] =>
  Object.keys(body.properties ?? {}).flatMap((field) =>
    Object.entries(jsonValues).map(([what, value]) => ({
      name: `${field} is ${what}`,
      apply: (draft) => setMember(draft, field, value),
    })),
  );

const MANY = 50_000;

const nameAttacks = (): Attack[] => [
  ...Object.entries(jsonKeys).flatMap(([what, key]) =>
    ['null', '{"x":1}', '"x"'].map((value) => ({
      name: `${what} with ${value}`,
      apply: (draft: Draft) => void draft.members?.push([key, value]),
    })),
  ),
  {
    name: `${MANY} unknown names`,
    apply: (draft) => {
      for (let n = 0; n < MANY; n += 1) draft.members?.push([`"n${n}"`, '0']);
    },
  },
  {
    name: 'every member twice, the second null',
    apply: (draft) => {
      draft.members = (draft.members ?? []).flatMap((member) => [member, [member[0], 'null']]);
    },
  },
];

/** Read-only fields are rejected, unless a PATCH sends the record's own value. */
const readOnlyNames = ({ body, response }: Operation): string[] =>
  Object.keys(response.properties ?? {}).filter((name) => !(name in (body.properties ?? {})));

const readOnlyAttacks = (operation: Operation): Attack[] => {
  const names = readOnlyNames(operation);
  const wrong = ['null', '0', '"x"', '{}', '[]', jsonValues['100,000 nested arrays'] ?? ''];
  return [
    ...names.flatMap((name) =>
      wrong.map((value) => ({
        name: `read-only ${name} is ${value.slice(0, 10)}`,
        apply: (draft: Draft) => setMember(draft, name, value),
      })),
    ),
    ...names.map((name) => ({
      name: `read-only ${name} sent back`,
      apply: (draft: Draft) => {
        draft.echo = (record: Json) => (name in record ? { [name]: record[name] } : {});
      },
    })),
  ];
};

type Encode = Draft['encode'];
const bytes = (text: string): Buffer => Buffer.from(text);
const instead =
  (text: string | Buffer): Encode =>
  () =>
    Buffer.from(text);
/** Puts raw bytes into the first string of the text, or before the text if there is none. */
const within =
  (...raw: number[]): Encode =>
  (text) => {
    const at = text.indexOf('"') + 1;
    return Buffer.concat([bytes(text.slice(0, at)), Buffer.from(raw), bytes(text.slice(at))]);
  };

const encodings: Readonly<Record<string, Encode>> = {
  'no bytes at all': instead(''),
  'only white space': instead(' \n'),
  'cut in half': (text) => bytes(text.slice(0, Math.ceil(text.length / 2))),
  'without its end': (text) => bytes(text.slice(0, -1)),
  'twice over': (text) => bytes(text + text),
  'with a comma at its end': (text) => bytes(`${text.slice(0, -1)},}`),
  'with a comment': (text) => bytes(`${text}//`),
  'in single quotes': (text) => bytes(text.replaceAll('"', "'")),
  'in an array': (text) => bytes(`[${text}]`),
  'as a string of JSON': (text) => bytes(JSON.stringify(text)),
  null: instead('null'),
  true: instead('true'),
  'a number': instead('1'),
  'a number beyond doubles': instead('1e400'),
  'a string': instead('"x"'),
  'an empty array': instead('[]'),
  'an empty object': instead('{}'),
  NaN: instead('NaN'),
  'a raw NUL within a string': within(0),
  'a raw NUL before all': (text) => bytes(`\0${text}`),
  'a raw NUL after all': (text) => bytes(`${text}\0`),
  'bytes that are not UTF-8': within(0xff, 0xfe),
  'an overlong slash': within(0xc0, 0xaf),
  'a surrogate in UTF-8': within(0xed, 0xa0, 0x80),
  'a character cut short': within(0xf0, 0x9d),
  'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
  'with a byte order mark': (text) => bytes(`\ufeff${text}`),
  '100,000 open brackets': instead('['.repeat(100_000)),
  '100,000 nested arrays': instead('['.repeat(100_000) + ']'.repeat(100_000)),
  '100,000 nested objects': instead(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'a megabyte and one': (text) =>
    bytes(text + ' '.repeat(1024 * 1024 + 1 - Buffer.byteLength(text))),
  'three megabytes': (text) => bytes(text + ' '.repeat(3 * 1024 * 1024)),
};

const encodingAttacks = (): Attack[] =>
  Object.entries(encodings).map(([what, encode]) => ({
    name: `the body is ${what}`,
    apply: (draft) => {
      draft.encode = encode;
    },
  }));

const contentTypes = [
  undefined,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"; x=y',
  'application/json; charset=utf-8; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/jsonx',
  'application/json, text/plain',
  'application/problem+json',
  'application/merge-patch+json',
  'json',
  '*/*',
  `application/json; x=${'y'.repeat(5000)}`,
  'application/jsön',
];

const contentTypeAttacks = (): Attack[] =>
  contentTypes.map((type) => ({
    name: `content type ${type?.slice(0, 60) ?? 'none'}`,
    apply: (draft) => {
      draft.contentType = type;
    },
  }));

/** A body is ignored or rejected where none is expected, without an error. */
const unexpectedBodyAttacks = (): Attack[] =>
  ['application/json', 'text/plain', 'multipart/form-data', undefined].flatMap((type) =>
    ['{}', '{"a":1}', '[', 'x'.repeat(2 * 1024 * 1024)].map((text) => ({
      name: `an unexpected body, ${type ?? 'no type'}: ${text.slice(0, 10)}`,
      apply: (draft) => {
        draft.members = [];
        draft.encode = instead(text);
        draft.contentType = type;
      },
    })),
  );

export const bodyAttacks = (operation: Operation): Attack[] =>
  operation.body
    ? [
        ...fieldAttacks(operation),
        ...nameAttacks(),
        ...readOnlyAttacks(operation),
        ...encodingAttacks(),
        ...contentTypeAttacks(),
      ]
    : unexpectedBodyAttacks();
