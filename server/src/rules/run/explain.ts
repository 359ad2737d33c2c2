// Explains which rules ran on a record, and why the others would not run now.
import Type from 'typebox';
import { compileCondition, type Condition, failingLeaves } from '../../conditions/index.ts';
import { readEntriesByCause } from '../../events/index.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { ok, type Reply, type RequestContext } from '../../platform/http/request/context.ts';
import { ruleTriggers } from '../../platform/runtime/rule-definitions.ts';
import { type AnyAutomation, conditionFieldsOf, readRecord } from '../../records/index.ts';
import type { Row } from '../actions/draft.ts';
import { CauseSchema } from '../../events/index.ts';
import { type CompiledRule, openTest, rulesOf } from './compiled.ts';
import { relatedReader } from './related.ts';
import { readInput } from './interpret.ts';

/** A record that many rules changed shows the newest runs; its timeline has them all. */
const MAX_RUNS = 100;

const definition = { id: Type.String(), version: Type.Integer(), name: Type.String() };

export const RuleExplanation = object(
  {
    runs: Type.Array(
      object({
        at: Type.String({ format: 'date-time' }),
        record_version: Type.Integer(),
        cause: CauseSchema,
      }),
      { description: 'The newest runs first, at most 100.' },
    ),
    others: Type.Array(
      object({
        rule: object({ ...definition, on: oneOf(ruleTriggers) }),
        holds: Type.Boolean({
          description:
            'Whether the condition holds now; the rule then runs at the next such update.',
        }),
        fails: Type.Array(
          object({
            pointer: Type.String({ description: 'The place of the comparison in `when`.' }),
            field: Type.String(),
            operator: Type.String(),
            value: Type.Optional(Type.Unknown()),
            actual: Type.Unknown({ description: 'The value of the field now.' }),
          }),
          { description: 'The comparisons that make the condition fail; empty if it holds.' },
        ),
      }),
      { description: 'Active rules of the type that have not run on the record.' },
    ),
  },
  {
    title: 'RuleExplanation',
    examples: [
      {
        runs: [],
        others: [
          {
            rule: {
              id: 'rul_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
              version: 1,
              name: 'Network incidents to the network team',
              on: 'created',
            },
            holds: false,
            fails: [
              {
                pointer: '/all/0',
                field: 'category',
                operator: 'eq',
                value: 'network',
                actual: 'software',
              },
            ],
          },
        ],
      },
    ],
  },
);

type Subject = Parameters<CompiledRule['test']>[0];

function explain(compiled: CompiledRule, subject: Subject, request: RequestContext) {
  const { id, version, name, on, when, record_type } = compiled.rule;
  const fields = conditionFieldsOf(record_type, request.fields);
  const isOpenAt = openTest(request.sla);
  const holds = compiled.test(subject);
  const fails = holds
    ? []
    : failingLeaves(when as Condition, (node) =>
        compileCondition({ all: [node] }, fields, isOpenAt)(subject),
      );
  return {
    rule: { id, version, name, on },
    holds,
    fails: fails.map(({ pointer, leaf }) => ({
      pointer,
      field: leaf.field,
      operator: leaf.operator,
      ...(leaf.value !== undefined && { value: leaf.value }),
      actual: readInput(leaf.field, subject),
    })),
  };
}

export async function explainRules(
  automation: AnyAutomation,
  request: RequestContext<{ id: string }>,
): Promise<Reply> {
  const { db } = request.deps;
  const { id } = request.params;
  const row: Row = await readRecord(db, automation.type, id, request);
  const entries = await readEntriesByCause(db, id, 'rule', MAX_RUNS);
  const ran = new Set(entries.map(({ cause }) => cause?.rule?.id));
  const readRelated = relatedReader(db, automation);
  const others: object[] = [];
  for (const compiled of rulesOf(automation.type.type, request)) {
    if (ran.has(compiled.rule.id)) continue;
    const related = await readRelated(row, compiled);
    const subject = { before: row as object, after: row as object, ...related };
    others.push(explain(compiled, subject, request));
  }
  return ok({ runs: entries, others });
}
