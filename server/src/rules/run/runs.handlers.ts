import Type from 'typebox';
import type { Reply, RequestContext } from '../../platform/http/request/context.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { respondWithList } from '../../platform/http/output/pagination.ts';
import { automatedTypes } from '../../platform/runtime/rule-definitions.ts';
import { readRecord } from '../../records/index.ts';
import { rules } from '../definitions/rules.service.ts';
import { isOfRule, runList } from './runs.sql.ts';

export const RuleRun = object(
  {
    id: Type.String(),
    at: Type.String({ format: 'date-time' }),
    rule_version: Type.Integer({ description: 'The version of the rule that ran.' }),
    record_type: oneOf(automatedTypes),
    record_id: Type.String(),
    record_version: Type.Integer({ description: 'The version of the record after the run.' }),
  },
  {
    title: 'RuleRun',
    examples: [
      {
        id: '019a86517f9e7c3e9d5e0f1a2b3c4d5e',
        at: '2026-11-15T09:30:00.000Z',
        rule_version: 1,
        record_type: 'incident',
        record_id: 'INC0000042',
        record_version: 1,
      },
    ],
  },
);

export async function listRuns(request: RequestContext<{ id: string }>): Promise<Reply> {
  const { id } = request.params;
  await readRecord(request.deps.db, rules, id, request);
  const scope = { key: id, where: isOfRule(id) };
  return respondWithList(request, runList, scope, { sort: 'at', order: 'desc' });
}
