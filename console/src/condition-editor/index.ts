export { ConditionEditor } from './condition-editor.tsx';
