// Every process caches the rules and the macros of the instance as it caches the settings.
import { sql } from 'kysely';
import { runNamed } from '../postgres/statements.ts';
import type { Db, Tx } from '../postgres/tables.ts';

/** Rules and macros apply to records of these types. */
export const automatedTypes = ['incident', 'change', 'request'] as const;
export type AutomatedType = (typeof automatedTypes)[number];

export const ruleTriggers = ['created', 'updated', 'noted', 'due'] as const;
export type RuleTrigger = (typeof ruleTriggers)[number];

export const dueSince = ['created_at', 'updated_at', 'state_since'] as const;

export interface DueTerms {
  after_seconds: number;
  /** Null: the time counts round the clock. */
  calendar_id: string | null;
  since: (typeof dueSince)[number];
}

export interface RuleDefinition {
  id: string;
  version: number;
  name: string;
  record_type: AutomatedType;
  on: RuleTrigger;
  /** Checked when the rule was saved, as the actions are. */
  when: unknown;
  due: DueTerms | null;
  actions: readonly object[];
  /** No later rule runs in the same update. */
  stop: boolean;
}

export interface MacroDefinition {
  id: string;
  version: number;
  name: string;
  record_type: AutomatedType;
  actions: readonly object[];
}

export interface RuleDefinitions {
  /** Raised whenever a rule or macro is saved. */
  version: number;
  /** Only active rules are read, in the order in which they run. */
  rules: readonly RuleDefinition[];
  /** Only active macros are read; the keys are their ids. */
  macros: ReadonlyMap<string, MacroDefinition>;
}

export const noRules: RuleDefinitions = { version: 0, rules: [], macros: new Map() };

/**
 * Returns whether writes may assign the members of a group in rotation. The group's place is locked until the commit, so a transaction with several records that
 * also locks the next record could deadlock with the write of that one.
 */
export const mayRotate = ({ rules, macros }: RuleDefinitions): boolean =>
  [...rules, ...macros.values()].some(({ actions }) =>
    actions.some(({ assign }: { assign?: { to: string } }) =>
      ['round_robin', 'least_open'].includes(assign?.to ?? ''),
    ),
  );

interface StoredDefinitions {
  version: number;
  rules: RuleDefinition[] | null;
  macros: MacroDefinition[] | null;
}

/** The definitions are read only if their version is another one. */
const definitionsSql = (known: number) => sql<StoredDefinitions>`
  select version,
    case when version <> ${known}::int then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'name', name,
        'record_type', record_type, 'on', "on", 'when', "when", 'due', due, 'actions', actions, 'stop', stop)
        order by position, id), '[]')
      from rules where active and deleted_at is null) end as rules,
    case when version <> ${known}::int then (
      select coalesce(jsonb_agg(jsonb_build_object('id', id, 'version', version, 'name', name,
        'record_type', record_type, 'actions', actions)), '[]')
      from macros where active and deleted_at is null) end as macros
  from rule_definitions`;

/** Returns a function that reads the definitions, and returns the same value as long as none has changed. */
export function ruleDefinitionsReader(): (db: Db | Tx) => Promise<RuleDefinitions> {
  let last = noRules;
  return async (db) => {
    const known = last;
    const { rows } = await runNamed(db, 'rule definitions', definitionsSql(known.version));
    const { version = 0, rules, macros } = rows[0] ?? {};
    if (!rules || !macros) return known;
    last = { version, rules, macros: new Map(macros.map((one) => [one.id, one])) };
    return last;
  };
}

/** Reads the definitions of the transaction's own snapshot. */
export const readRuleDefinitions = (db: Db | Tx): Promise<RuleDefinitions> =>
  ruleDefinitionsReader()(db);
