// The logic of conditions; their editor is a module of its own, so that this one runs without a browser.
export * from './condition.ts';
export * from './condition.edits.ts';
export * from './condition.values.ts';
export {
  type CalendarNames,
  conditionClause,
  describeCondition,
  NO_VALUE,
} from './condition.words.ts';
export { choiceId, operandOf, operatorChoices, operatorWords } from './operators.ts';
