import { recordRoute } from '../records/index.ts';
import { changeList } from './list/changes.list.ts';

export const changesRoute = changeList.route;
export const changeRoute = recordRoute('change');
export const calendarRoute = {
  validateSearch: ({ week }: Record<string, unknown>): { week?: string } =>
    typeof week === 'string' ? { week } : {},
};
