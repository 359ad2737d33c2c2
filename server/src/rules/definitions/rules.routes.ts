import { may } from '../../identity/index.ts';
import { object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { patches, reads, type Route, writes } from '../../platform/http/routes/route.ts';
import {
  createHandler,
  deleteHandler,
  getHandler,
  listHandler,
  updateHandler,
} from '../../records/index.ts';
import { previewRule } from '../preview/preview.handlers.ts';
import { RulePreview, RulePreviewResult } from '../preview/preview.schema.ts';
import { listRuns, RuleRun } from '../run/runs.handlers.ts';
import {
  Rule,
  RuleCreate,
  RuleDeleted,
  ruleFilters,
  RuleId,
  RuleSummary,
  RuleUpdate,
} from './rules.schema.ts';
import { afterDeletion, createRule, presentRule, rules, updateRule } from './rules.service.ts';

const tag = 'Rules';
const params = object({ id: RuleId });
const read = may('rules.read');
const manage = may('rules.manage');

export const ruleRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/rules',
    operationId: 'listRules',
    tag,
    summary: 'List rules',
    description: 'In the order in which they run.',
    policy: read,
    query: listQuery(ruleFilters, {
      sorts: ['position', 'created_at'],
      order: 'asc',
      pages: false,
    }),
    success: {
      status: 200,
      description: 'A page of rules.',
      schema: listEnvelope(RuleSummary, 'RuleList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listHandler(rules, rules.table.list, { order: { sort: 'position', order: 'asc' } }),
  }),
  writes({
    method: 'POST',
    path: '/rules',
    operationId: 'createRule',
    tag,
    summary: 'Create a rule',
    description:
      'An active rule runs from the next write on. Preview it first, or create it with `active` false.',
    policy: manage,
    body: RuleCreate,
    success: { status: 201, description: 'The rule.', schema: Rule },
    write: createHandler(createRule, presentRule),
  }),
  reads({
    method: 'POST',
    path: '/rules/preview',
    operationId: 'previewRule',
    tag,
    summary: 'Preview a rule',
    description:
      'Computes from the audit trail what the rule alone would have done to past creations and updates. Changes nothing.',
    policy: manage,
    body: RulePreview,
    ignoresIdempotencyKey: true,
    success: { status: 200, description: 'The effect.', schema: RulePreviewResult },
    read: previewRule,
  }),
  reads({
    method: 'GET',
    path: '/rules/:id',
    operationId: 'getRule',
    tag,
    summary: 'Get a rule',
    description: 'With its condition and actions.',
    policy: read,
    params,
    query: object({}),
    success: { status: 200, description: 'The rule.', schema: Rule },
    read: getHandler(rules, presentRule),
  }),
  reads({
    method: 'GET',
    path: '/rules/:id/runs',
    operationId: 'listRuleRuns',
    tag,
    summary: 'List runs of a rule',
    description:
      'The updates of the last 30 days in which the rule changed or did something, the newest first. The timeline of each record explains them.',
    policy: read,
    params,
    query: listQuery({}, { sorts: ['at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of runs.',
      schema: listEnvelope(RuleRun, 'RuleRunList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listRuns,
  }),
  patches({
    method: 'PATCH',
    path: '/rules/:id',
    operationId: 'updateRule',
    tag,
    summary: 'Update a rule',
    description:
      '`when`, `due` and `actions` are replaced as a whole. A rule for which time has to pass then finds the records that wait for it.',
    policy: manage,
    params,
    body: RuleUpdate,
    success: { status: 200, description: 'The updated rule.', schema: Rule },
    errors: ['version_mismatch'],
    patch: updateHandler(updateRule, presentRule),
  }),
  writes({
    method: 'DELETE',
    path: '/rules/:id',
    operationId: 'deleteRule',
    tag,
    summary: 'Delete a rule',
    description: 'It runs no more. Timelines still name it.',
    policy: manage,
    params,
    success: { status: 200, description: 'The deleted rule.', schema: RuleDeleted },
    errors: ['version_mismatch'],
    write: deleteHandler(rules, undefined, afterDeletion),
  }),
];
