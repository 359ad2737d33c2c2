// The attacks on an operation are derived from its input.
import type { Attack } from './attack.ts';
import { bodyAttacks } from './attacks.body.ts';
import { headerAttacks } from './attacks.header.ts';
import type { Operation } from './document.ts';
import { queryOf } from './document.ts';
import type { Draft } from './draft.ts';
import { ids, queryNames, queryValues } from './texts.ts';

const shorten = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

const queryAttacks = (operation: Operation): Attack[] => [
  ...queryOf(operation).flatMap(({ name }) =>
    queryValues.map((value) => ({
      name: `${name}=${shorten(value)}`,
      apply: (draft: Draft) => {
        draft.query = [...draft.query.filter(([other]) => other !== name), [name, value]];
      },
    })),
  ),
  ...queryOf(operation)
    .filter(({ schema }) => schema.type !== 'array')
    .map(({ name }) => ({
      name: `${name} twice`,
      apply: (draft: Draft) => void draft.query.push([name, '1'], [name, '1']),
    })),
  ...queryNames.map((name) => ({
    name: `unknown parameter ${shorten(name)}`,
    apply: (draft: Draft) => void draft.query.push([name, 'x']),
  })),
];

const cursors = ['x', 'AAAA', 'A'.repeat(24), 'W10', 'eyJhIjoxfQ', '%00', 'é', 'A'.repeat(1999)];

const pageAttacks = (operation: Operation): Attack[] => {
  const names = new Set(queryOf(operation).map(({ name }) => name));
  return [
    ...(names.has('cursor') ? cursors : []).map((cursor) => ({
      name: `an unknown cursor: ${shorten(cursor)}`,
      apply: (draft: Draft) => {
        draft.query.push(['cursor', cursor]);
        draft.forbidden.cursor = 'the cursor is forged';
      },
    })),
    ...(names.has('page') ? ['1', '2'] : []).map((page) => ({
      name: 'page with cursor',
      apply: (draft: Draft) => {
        draft.query.push(['page', page], ['cursor', 'AAAA']);
        draft.forbidden.page = 'page and cursor exclude each other';
      },
    })),
    ...(names.has('page') ? ['10001', '1000000000000000000'] : []).map((page) => ({
      name: `page ${page}`,
      apply: (draft: Draft) => {
        draft.query.push(['page', page]);
        draft.forbidden.page = 'the page is too deep';
      },
    })),
  ];
};

const idAttacks = ({ template }: Operation): Attack[] =>
  (template.includes('{id}') ? ids : []).map((id) => ({
    name: `id ${shorten(id)}`,
    apply: (draft) => {
      draft.id = id;
      draft.aim = 'elsewhere';
      draft.forbidden.id = 'the id names nothing';
    },
  }));

const METHODS = ['PUT', 'TRACE', 'OPTIONS', 'POST', 'PATCH', 'DELETE', 'GET', 'PROPFIND', 'QUERY'];

/** HEAD behaves like GET; a method that the path does not support is rejected before anything else is checked. */
const methodAttacks = (operation: Operation, offered: readonly string[]): Attack[] => [
  ...METHODS.filter((method) => !offered.includes(method)).map((method) => ({
    name: `method ${method}`,
    apply: (draft: Draft) => {
      draft.method = method;
      draft.aim = draft.aim === 'elsewhere' ? 'elsewhere' : 'method';
      draft.forbidden.method = 'the method is not offered';
    },
  })),
  ...(operation.method === 'GET' ? ['HEAD'] : []).map((method) => ({
    name: 'method HEAD',
    apply: (draft: Draft) => {
      draft.method = method;
      draft.aim = draft.aim === 'elsewhere' ? 'elsewhere' : 'operation';
      delete draft.forbidden.method;
    },
  })),
];

export function attacksOn(operation: Operation, all: readonly Operation[]): Attack[] {
  const offered = all.filter((one) => one.template === operation.template).map((one) => one.method);
  return [
    ...bodyAttacks(operation),
    ...queryAttacks(operation),
    ...pageAttacks(operation),
    ...idAttacks(operation),
    ...methodAttacks(operation, offered),
    ...headerAttacks(operation),
  ];
}
