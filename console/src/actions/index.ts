// The logic and the words of rules and of their actions; their editor belongs to the administration.
export * from './action.ts';
export { actionKinds, kinds, mailRoles } from './action.kinds.ts';
export { describeActions, moveRow, newAction, printActions, readActions } from './action.values.ts';
export * from './rule.words.ts';
