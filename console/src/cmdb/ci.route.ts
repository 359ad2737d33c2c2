// The URL of a CI also has the form in which its impact is shown.
import { recordRoute } from '../records/index.ts';
import { pick } from '../search/index.ts';

export interface CiSearch {
  tab?: string;
  as?: string;
  depth?: string;
}

export const ciRouteOptions = {
  ...recordRoute('ci'),
  validateSearch: (raw: Record<string, unknown>): CiSearch => pick(raw, ['tab', 'as', 'depth']),
};
