// Fields of several record types have the same options, and the same help.
import type { OptionSpec } from '../../command.ts';
import { filter } from '../lists.ts';

export const priorities = ['P1', 'P2', 'P3', 'P4'] as const;
export const levels = ['high', 'medium', 'low'] as const;

export const textField = (parameter: string, summary: string): OptionSpec =>
  filter(parameter, summary, { value: 'text' });
export const idField = (parameter: string, summary: string): OptionSpec =>
  filter(parameter, summary, { value: 'id' });
/** The list replaces the whole list of the record. */
export const idsField = (parameter: string, summary: string): OptionSpec =>
  filter(parameter, summary, { value: 'a,b', isList: true });
export const levelField = (parameter: string, summary: string): OptionSpec =>
  filter(parameter, summary, { value: 'level', choices: levels });

export const summaryField = textField('short_description', 'One-line summary');

export const sharedFields = {
  description: textField('description', 'Full description in Markdown; - reads it from stdin'),
  priority: filter('priority', 'Priority; P1 is the most urgent', { choices: priorities }),
  group: filter('assignment_group', 'Name of the assignment group', { value: 'name' }),
  'assigned-to': filter('assigned_to', 'E-mail address of the assignee', { value: 'email' }),
};

export const decisionFields = {
  comment: textField('comment', 'The reason, in Markdown; - reads it from stdin'),
};
export const decisionExamples = ['--comment "As agreed"'];
