// Rules are worded with the labels of fields and the names of calendars, macros and people.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { calendarNamesQuery, macrosQuery, ruleFieldsQuery } from '../../api/index.ts';
import { fieldsByName } from '../../conditions/index.ts';
import { usePersonNames } from '../../words/index.ts';
import { useCustomWords } from '../actions/use-custom-words.ts';
import type { Known } from './rule.values.ts';

/** Returns undefined until all is read. */
export function useKnown(): {
  known: Known | undefined;
  failed: { error: unknown; retry: () => void } | undefined;
} {
  const fields = {
    incident: useQuery(ruleFieldsQuery('incident')),
    change: useQuery(ruleFieldsQuery('change')),
    request: useQuery(ruleFieldsQuery('request')),
  };
  const macros = [
    useQuery(macrosQuery('incident')),
    useQuery(macrosQuery('change')),
    useQuery(macrosQuery('request')),
  ];
  const calendars = useQuery(calendarNamesQuery);
  useCustomWords();
  const nameOf = usePersonNames();
  const all = [fields.incident, fields.change, fields.request, ...macros, calendars];
  const [incident, change, request] = [
    fields.incident.data,
    fields.change.data,
    fields.request.data,
  ];
  const lists = macros.map(({ data }) => data);
  const known = useMemo((): Known | undefined => {
    if (!incident || !change || !request || !calendars.data || lists.includes(undefined))
      return undefined;
    return {
      fields: {
        incident: fieldsByName(incident),
        change: fieldsByName(change),
        request: fieldsByName(request),
      },
      calendars: calendars.data,
      macros: Object.fromEntries(
        lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name])),
      ),
      nameOf,
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the lists are new arrays of the same data
  }, [incident, change, request, calendars.data, nameOf, ...lists]);
  const failed = all.find(({ error, data }) => error && !data);
  return {
    known,
    failed: failed && { error: failed.error, retry: () => void failed.refetch() },
  };
}
