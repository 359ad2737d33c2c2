export { changeList } from './list/changes.list.ts';
