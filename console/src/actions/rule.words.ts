// A rule is one sentence: "When an incident is created and category is network, assign round robin in Network".
import type { AutomatedType, RuleAction, RuleTrigger } from '../api/index.ts';
import {
  type CalendarNames,
  type Condition,
  conditionClause,
  type Fields,
} from '../conditions/index.ts';
import type { ActionNames } from './action.kinds.ts';
import { describeActions } from './action.values.ts';

export const recordNouns: Readonly<Record<AutomatedType, string>> = {
  incident: 'an incident',
  change: 'a change',
  request: 'a service request',
};

export const typeLabels: Readonly<Record<AutomatedType, string>> = {
  incident: 'Incidents',
  change: 'Changes',
  request: 'Service requests',
};

export const triggerWords: Readonly<Record<RuleTrigger, string>> = {
  created: 'is created',
  updated: 'is updated',
  noted: 'gets a note',
  due: 'is due',
};

export interface Due {
  after_seconds: number;
  calendar_id?: string | null | undefined;
  since: 'created_at' | 'updated_at' | 'state_since';
}

export const sinceWords: Readonly<Record<Due['since'], string>> = {
  created_at: 'it was created',
  updated_at: 'its last update',
  state_since: 'it came to its state',
};

const sinceOf: Readonly<Record<Due['since'], string>> = {
  created_at: 'was created',
  updated_at: 'was last updated',
  state_since: 'came to its state',
};

export const units = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type Unit = keyof typeof units;

/** Open hours of a calendar make no days, so that a day of it would be read as a day of work. */
export function splitSeconds(
  seconds: number,
  hasCalendar: boolean,
): { amount: number; unit: Unit } {
  const fits = (unit: Unit) => seconds % units[unit] === 0;
  const unit = !hasCalendar && fits('days') ? 'days' : fits('hours') ? 'hours' : 'minutes';
  return { amount: seconds / units[unit], unit };
}

function durationWords(seconds: number, hasCalendar: boolean): string {
  const { amount, unit } = splitSeconds(seconds, hasCalendar);
  return amount === 1 ? `1 ${unit.slice(0, -1)} has` : `${amount} ${unit} have`;
}

export interface DescribedRule {
  record_type: AutomatedType;
  on: RuleTrigger;
  when: Condition;
  due?: Due | null | undefined;
  actions: readonly RuleAction[];
}

export interface RuleNames extends Omit<ActionNames, 'recordType'> {
  fields: Fields;
  calendars: CalendarNames;
}

function triggerClause({ record_type: type, on, due }: DescribedRule, calendars: CalendarNames) {
  const noun = recordNouns[type];
  if (on !== 'due' || !due) return `When ${noun} ${triggerWords[on]}`;
  const { after_seconds: seconds, calendar_id: id = null, since } = due;
  const hours = id === null ? '' : ` in the hours of ${calendars[id] ?? 'a calendar'}`;
  return `When ${durationWords(seconds, id !== null)} passed${hours} since ${noun} ${sinceOf[since]}`;
}

export function describeRule(rule: DescribedRule, names: RuleNames): string {
  const clause = conditionClause(rule.when, names.fields, names.calendars);
  const actions = describeActions(rule.actions, { ...names, recordType: rule.record_type });
  return `${triggerClause(rule, names.calendars)}${clause && ` and ${clause}`}, ${actions}.`;
}

const MAX_NAME = 100;

/** A rule gets a name that says for which records it does what. */
export function suggestName(rule: DescribedRule, names: RuleNames): string {
  const clause = conditionClause(rule.when, names.fields, names.calendars);
  const subject = clause || `${recordNouns[rule.record_type]} ${triggerWords[rule.on]}`;
  const actions = describeActions(rule.actions, { ...names, recordType: rule.record_type });
  const name = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${actions}`;
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name;
}
