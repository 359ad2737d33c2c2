// Custom fields of the generated incidents, and lists that are filtered by them.
import type { FieldDefinition } from '../../server/src/platform/runtime/custom-fields.ts';
import type { CustomSql } from '../../server/test/support/generate.ts';
import type { Question } from '../load/questions.ts';

const SITES = 40;
const COST_CENTRES = 20_000;

const GOAL = { ms: 30, percentile: 99 };
/** Several conditions are counted row by row, up to a bound. */
const GOAL_OF_MORE = { ms: 300, percentile: 99 };

/** The first sites, floors and owners are the most frequent ones; some incidents have no owner and no tags. */
export const customSql: CustomSql = {
  site: `'site-' || pg_temp.skewed(${SITES}, n, 31)`,
  floor: 'pg_temp.skewed(60, n, 32)',
  cost_centre: `'cc-' || floor(${COST_CENTRES} * pg_temp.chance(n, 33))::int`,
  owner: `case when n % 4 > 0 then 'agent-' || pg_temp.skewed(400, n, 34) || '@example.com' end`,
  is_vip: 'pg_temp.chance(n, 35) < 0.01',
  tags: `case when n % 3 > 0 then jsonb_build_array('tag-' || pg_temp.skewed(12, n, 36), 'tag-' || (13 + n % 7)) end`,
};

interface NewField extends Pick<FieldDefinition, 'key' | 'type'> {
  choices?: { value: string; label: string }[];
}

const choicesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const value = `${name}-${index + 1}`;
    return { value, label: value };
  });

export const newFields: readonly NewField[] = [
  { key: 'site', type: 'choice', choices: choicesOf('site', SITES) },
  { key: 'floor', type: 'integer' },
  { key: 'cost_centre', type: 'text' },
  { key: 'owner', type: 'person' },
  { key: 'is_vip', type: 'boolean' },
  { key: 'tags', type: 'choices', choices: choicesOf('tag', 20) },
];

const filters: [name: string, filters: Question['filters']][] = [
  ['a frequent site', { 'cf.site': 'site-1' }],
  ['a rare site', { 'cf.site': 'site-40' }],
  ['three sites', { 'cf.site': 'site-2,site-20,site-38' }],
  ['a frequent floor', { 'cf.floor': '1' }],
  ['a cost centre', { 'cf.cost_centre': 'cc-4711' }],
  ['a busy owner', { 'cf.owner': 'AGENT-1@example.com' }],
  ['a quiet owner', { 'cf.owner': 'agent-390@example.com' }],
  ['important people', { 'cf.is_vip': 'true' }],
  ['a value nobody has', { 'cf.cost_centre': 'none' }],
  ['a frequent site, closed', { 'cf.site': 'site-1', state: 'closed' }],
  ['a frequent site, new', { 'cf.site': 'site-1', state: 'new' }],
  ['a site and a floor', { 'cf.site': 'site-1', 'cf.floor': '1' }],
  ['a frequent tag', { 'cf.tags': 'tag-1' }],
  ['a rare tag', { 'cf.tags': 'tag-12' }],
];

export const fieldQuestions: readonly Question[] = filters.map(([name, one]) => ({
  name,
  goal: Object.keys(one).length === 1 ? GOAL : GOAL_OF_MORE,
  filters: one,
}));
