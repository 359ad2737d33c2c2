// The sections of the queue have counts of all matches, not of the rows that are loaded.
import { useQuery } from '@tanstack/react-query';
import { countsQuery } from '../../api/index.ts';
import type { ListSearch } from '../../search/index.ts';
import {
  breachedQuery,
  countSections,
  type IncidentSection,
  labelsOf,
  sectionsOf,
} from './incident.sections.ts';
import { incidentList } from './incidents.list.ts';
import { numberText } from '../../ui/region/region.ts';

/** Names a section with its count; undefined for a list without sections. */
export function useSections(search: ListSearch) {
  const filters = incidentList.filtersOf(search);
  const breached = breachedQuery(filters);
  const isOn = sectionsOf(incidentList.queryOf(search)) !== undefined;
  const { data: all } = useQuery({ ...countsQuery(filters, ['state']), enabled: isOn });
  const { data: late } = useQuery({
    ...countsQuery(breached ?? filters, ['state']),
    enabled: isOn && breached !== undefined,
  });
  if (!isOn) return undefined;
  const labels = labelsOf(filters);
  const isKnown = all !== undefined && (breached === undefined || late !== undefined);
  const counts = isKnown ? countSections(all.by.state ?? [], late?.total ?? 0) : undefined;
  const isBound = all?.lower_bounds !== undefined || late?.total_is_lower_bound === true;
  return (id: string) => {
    const count = counts?.[id as IncidentSection];
    return {
      label: labels[id as IncidentSection],
      count: count === undefined ? undefined : numberText(count) + (isBound ? '+' : ''),
    };
  };
}
