export { Condition, type Leaf, MAX_LEAVES } from './conditions.schema.ts';
export { describeCondition } from './describe.ts';
export { compileCondition, type ConditionTest, fieldsOf } from './evaluate.ts';
export { failingLeaves } from './failing.ts';
export { type ConditionField, type ConditionFields, fieldsIn, schemaFields } from './fields.ts';
export {
  conditionOperators,
  isCalendarOperator,
  isChangeOperator,
  operatorRow,
  operators,
  valueOperators,
} from './operators.ts';
export { valueBySteps } from './own-values.ts';
export { conditionFaults, requireCondition } from './validate.ts';
