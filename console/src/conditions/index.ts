export { type Condition, type ConditionField } from './condition.ts';
export { ConditionEditor } from './condition-editor.tsx';
export {
  fieldsByName,
  type GroupValue,
  printCondition,
  readCondition,
} from './condition.values.ts';
export { type CalendarNames, describeCondition } from './condition.words.ts';
