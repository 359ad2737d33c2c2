// The table of commands matches openapi.json: no option sets an unknown parameter, and no choice is missing or too many.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { type Document, operationsOf, refName, type Schema } from '../../../tools/sdk.document.ts';
import { globalOptions } from '../../src/cli/command.ts';
import { commands } from '../../src/cli/commands.ts';
import { transferKinds } from '../../src/cli/commands/transfer-kinds.ts';
import { parse } from '../../src/cli/parse.ts';

const document = JSON.parse(
  readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'),
) as Document;
const operations = new Map(operationsOf(document).map((one) => [one.id, one]));

const resolveSchema = (schema: Schema): Schema =>
  schema.$ref ? resolveSchema(document.components.schemas[refName(schema.$ref)] ?? {}) : schema;

/** Returns the parameters of the query and the fields of the body. */
function inputsOf(operationId: string): Record<string, Schema> {
  const found = operations.get(operationId);
  assert.ok(found, operationId);
  const body = found.operation.requestBody?.content?.['application/json']?.schema;
  return {
    ...(body && resolveSchema(body).properties),
    ...Object.fromEntries(
      found.parameters
        .filter((one) => one.in === 'query')
        .map(({ name, schema }) => [name, schema]),
    ),
  };
}

/** Returns the values of an enumeration, or of a list of them. */
const valuesOf = (schema: Schema): string[] | undefined => {
  const { enum: values, items, anyOf = [] } = resolveSchema(schema);
  if (values) return values.filter((one) => one !== null).map(String);
  return [items, ...anyOf].flatMap((one) => (one ? (valuesOf(one) ?? []) : []));
};

/** The command line follows events of the log, not presence and counts. */
const NOT_OFFERED = new Set(['presence', 'notification']);

/** Splits an example into words as a shell does. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(
    ([, single, double, word]) => single ?? double ?? word ?? '',
  );

describe('The table of commands', () => {
  for (const { path, operationId, args = [], options = {}, examples } of commands) {
    test(`the options of ${path} are parameters of the API, with the same values`, () => {
      assert.deepEqual(
        Object.keys(options).filter((name) => name in globalOptions),
        [],
      );
      if (operationId === undefined) return;
      const inputs = inputsOf(operationId);
      const specs = [...Object.entries(options), ...args.map((one) => [one.name, one] as const)];
      for (const [name, { parameter, choices }] of specs) {
        if (parameter === undefined) continue;
        assert.ok(parameter in inputs, `--${name}: ${operationId} has no ${parameter}`);
        const values = (valuesOf(inputs[parameter] ?? {}) ?? []).filter(
          (one) => !NOT_OFFERED.has(one),
        );
        if (choices || (values.length > 0 && parameter !== 'fields'))
          assert.deepEqual(choices?.toSorted(), values.toSorted(), `--${name}`);
      }
    });

    test(`the examples of ${path} are accepted`, () => {
      assert.ok(examples.length > 0);
      const own = examples.filter((example) => example.startsWith(`signalbox ${path}`));
      assert.ok(own.length > 0, 'there is an example of the command itself');
      for (const example of own) {
        const [line = ''] = example.split(/ [|<] /);
        assert.equal(parse(wordsOf(line).slice(1), commands).command?.path, path, example);
      }
    });
  }

  test('an option takes a value in all commands or in none, so that completion needs no command to skip it', () => {
    const specs = commands.flatMap(({ options = {} }) => Object.entries(options));
    const names = (hasValue: boolean) =>
      specs.filter(([, { value }]) => (value !== undefined) === hasValue).map(([name]) => name);
    const flags = new Set(names(false));
    assert.deepEqual(
      names(true).filter((name) => flags.has(name)),
      [],
    );
  });

  test('requests and changes are written as incidents are', () => {
    const verbsOf = (group: string) =>
      commands.flatMap(({ path }) => (path.startsWith(`${group} `) ? [path.split(' ')[1]] : []));
    const all = ['list', 'show', 'create', 'update', 'note'];
    assert.deepEqual(
      new Set(verbsOf('incidents')),
      new Set([...all, 'resolve', 'confirm', 'merge', 'unmerge', 'apply-macro']),
    );
    assert.deepEqual(
      verbsOf('requests').filter((verb) => !all.includes(verb ?? '')),
      ['approve', 'reject', 'fulfil', 'cancel', 'apply-macro'],
    );
    assert.deepEqual(
      verbsOf('changes').filter((verb) => !all.includes(verb ?? '')),
      ['submit', 'approve', 'reject', 'apply-macro'],
    );
  });

  test('the commands that write a record can set every field of the API, or leave it out for a reason', () => {
    const leftOut: Record<string, string[]> = {
      // A new incident begins as new and mails nobody.
      'incidents create': ['notify_stakeholders', 'on_hold_reason', 'resolution', 'state'],
      // --item sets it, if the value is the id of an item.
      'requests create': ['item_id'],
      // Files are base64 in JSON, which `signalbox api` and the SDK send.
      'incidents note': ['attachments'],
      'requests note': ['attachments'],
      'changes note': ['attachments'],
      // The command has just read the macro, or the person named it by its id.
      'incidents apply-macro': ['version'],
      'requests apply-macro': ['version'],
      'changes apply-macro': ['version'],
    };
    for (const { path, operationId = '', args = [], options = {} } of commands) {
      if (!/^(?:incidents|requests|changes|tasks) (?!list|show)/.test(path)) continue;
      const set = new Set([...args, ...Object.values(options)].map(({ parameter }) => parameter));
      assert.deepEqual(
        Object.keys(inputsOf(operationId))
          .filter((name) => !set.has(name))
          .toSorted(),
        leftOut[path] ?? [],
        path,
      );
    }
  });

  test('an import takes every field of a new record, or leaves it out for a reason', () => {
    const leftOut: Record<string, string[]> = {
      // An imported incident begins as new, is not on hold, and mails nobody.
      incidents: ['notify_stakeholders', 'on_hold_reason', 'state'],
      // Relations are restored once all CIs are there.
      cis: ['relations'],
      articles: ['state'],
    };
    for (const [type, { fields, createOperation }] of Object.entries(transferKinds))
      assert.deepEqual(
        Object.keys(inputsOf(createOperation)).toSorted(),
        [...fields, ...(leftOut[type] ?? [])].toSorted(),
        type,
      );
  });
});
