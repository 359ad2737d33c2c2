// Conditions hold alike in the service and in browsers, which evaluate those of forms: this module is pure.
export { MAX_ITEMS } from './comparison.ts';
export {
  type Condition,
  type GroupName,
  groupNames,
  groupOf,
  isLeaf,
  type Leaf,
  MAX_LEAVES,
  MAX_LEVELS,
  type Node,
} from './condition.ts';
export type { ConditionField, ConditionFields, FieldKind } from './condition-field.ts';
export { compileCondition, type ConditionTest, fieldsOf } from './evaluate.ts';
export {
  conditionOperators,
  isCalendarOperator,
  isChangeOperator,
  type Operator,
  operatorRow,
  operators,
  valueOperators,
} from './operators.ts';
export { valueBySteps } from './own-values.ts';
