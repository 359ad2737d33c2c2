// The route of a CI: as of every record, with the form of its impact in the URL.
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
