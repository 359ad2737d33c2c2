// openapi.json keeps the contract of the last release. Each rule of the check is seen to refuse a planted change.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { findBreaks } from '../../../tools/contract/compare.ts';
import { contractFaults } from '../../../tools/contract/contract.ts';
import { type RuleName, rules } from '../../../tools/contract/rules.ts';
import { breakingChanges, harmlessChanges, reduceDocument } from '../support/contract-changes.ts';

const readCommitted = (path: string): string =>
  readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

const releasedText = readCommitted('openapi.released.json');

const reducedText = reduceDocument(releasedText);
const reduced = JSON.parse(reducedText);

/** Returns the breaks of the released document after a planted change of it. */
function breaksAfter(plant: (document: any) => void) {
  const document = JSON.parse(reducedText);
  plant(document);
  assert.notEqual(JSON.stringify(document), reducedText, 'the change was not planted');
  return findBreaks(reduced, document);
}

/** A document with one operation, whose body and response have the same schema. */
const documentOf = (schemas: object): any => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } };
  const post = { operationId: 'x', requestBody: { content }, responses: { 200: { content } } };
  return { paths: { '/nodes': { post } }, components: { schemas } };
};

const node = (properties: object, more: object = {}): object => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});

const rulesOf = (released: object, present: object): RuleName[] =>
  findBreaks(documentOf(released), documentOf(present)).map(({ rule }) => rule);

describe('Contract of the last release', () => {
  test('openapi.json does not break clients of openapi.released.json (npm run contract)', () => {
    assert.deepEqual(contractFaults(releasedText, readCommitted('openapi.json')), []);
  });

  for (const [name, { rule, place, plant }] of Object.entries(breakingChanges)) {
    test(`a planted break is refused once: ${name}`, () => {
      const breaks = breaksAfter(plant);
      assert.deepEqual(
        breaks.map((found) => found.rule),
        [rule],
        breaks.map(({ message }) => message).join('\n'),
      );
      const message = breaks[0]?.message ?? '';
      assert.ok(message.startsWith(`${place}: `), message);
      assert.ok(message.endsWith(`. ${rules[rule].instead}.`), message);
    });
  }

  test('every rule has a planted break', () => {
    const planted = new Set(Object.values(breakingChanges).map(({ rule }) => rule));
    assert.deepEqual([...planted].toSorted(), Object.keys(rules).toSorted());
  });

  for (const [name, plant] of Object.entries(harmlessChanges)) {
    test(`a planted change is accepted: ${name}`, () => {
      assert.deepEqual(breaksAfter(plant), []);
    });
  }

  test('a schema that contains itself is compared to its end, and a break within it is found', () => {
    const next = { $ref: '#/components/schemas/Node' };
    const released = { Node: node({ next, name: { type: 'string' } }) };
    assert.deepEqual(rulesOf(released, released), []);
    assert.deepEqual(rulesOf(released, { Node: node({ next, name: { type: 'integer' } }) }), [
      'input-type',
      'output-type',
    ]);
  });

  test('a cycle of another length is the same contract', () => {
    const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const one = { Node: node({ next: refTo('Node') }) };
    const two = {
      Node: node({ next: refTo('Other') }),
      Other: node({ next: node({ next: refTo('Node') }) }),
    };
    assert.deepEqual(rulesOf(one, two), []);
    assert.deepEqual(rulesOf(two, one), []);
    assert.deepEqual(rulesOf(one, { ...two, Other: node({}) }), [
      'input-field-removed',
      'output-field-removed',
    ]);
  });

  test('parts of allOf count together, also if they contain the whole', () => {
    const whole = { $ref: '#/components/schemas/Node' };
    const part = (more: object) => ({
      properties: { next: whole, code: { enum: ['a', 'b'], ...more } },
    });
    const parts = (more: object) => ({
      Node: { allOf: [whole, part({}), part(more)], type: 'object' },
    });
    assert.deepEqual(rulesOf(parts({}), parts({})), []);
    assert.deepEqual(rulesOf(parts({ enum: ['a'] }), parts({})), ['output-value-added']);
    assert.deepEqual(rulesOf(parts({}), parts({ enum: ['a'] })), [
      'input-value-removed',
      'error-code-removed',
    ]);
  });

  test('null as an alternative is the same as null among the types', () => {
    const ofName = (name: object) => ({ Node: node({ name }) });
    const asTypes = ofName({ type: ['string', 'null'] });
    const asAlternative = ofName({ anyOf: [{ type: 'string' }, { type: 'null' }] });
    assert.deepEqual(rulesOf(asTypes, asAlternative), []);
    assert.deepEqual(rulesOf(asAlternative, asTypes), []);
    assert.deepEqual(rulesOf(asAlternative, ofName({ type: 'string' })), ['input-not-nullable']);
    assert.deepEqual(rulesOf(ofName({ type: 'string' }), asAlternative), ['output-nullable']);
  });

  test('a component may be renamed or written in place, which no client sees', () => {
    const text = { type: 'string', maxLength: 5 };
    const named = { Node: node({ name: { $ref: '#/components/schemas/Text' } }), Text: text };
    assert.deepEqual(rulesOf(named, { Node: node({ name: text }) }), []);
    assert.deepEqual(rulesOf({ Node: node({ name: text }) }, named), []);
  });

  test('a reference to nothing is an error that names it', () => {
    const released = { Node: node({ name: { $ref: '#/components/schemas/Text' } }) };
    assert.throws(() => rulesOf(released, released), /no #\/components\/schemas\/Text/);
  });
});
