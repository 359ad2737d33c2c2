// These parts open at a button or a field.
export { CheckList } from './check-list.tsx';
export { ChoiceField } from './choice-field.tsx';
export { MenuList, Panel } from './dropdowns.tsx';
