export { Condition } from './conditions.schema.ts';
export { describeCondition } from './describe.ts';
export {
  compileCondition,
  type ConditionField,
  type ConditionFields,
  conditionOperators,
  type ConditionTest,
  fieldsOf,
  isCalendarOperator,
  isChangeOperator,
  type Leaf,
  MAX_LEAVES,
  operatorRow,
  operators,
  valueBySteps,
  valueOperators,
} from './evaluation/index.ts';
export { failingLeaves } from './failing.ts';
export { fieldsIn, schemaFields } from './fields.ts';
export { conditionFaults, type ConditionScope, requireCondition } from './validate.ts';
