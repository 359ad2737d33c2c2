// With `resolve_when`, one URL opens and resolves incidents: an event that matches all of its filters is processed as by
// the action resolve_incident.
import { failingFilter, type Filter } from '../../filters.ts';
import type { Action } from '../inbound.actions.ts';
import type { FieldMapping } from './mapping.ts';
import { lookUp, pathOf, type Source } from '../../../templates/index.ts';

interface EventSettings {
  action: Action;
  field_mapping: FieldMapping;
  resolve_when: readonly Filter[];
}

/** Returns the first filter that the event does not match, if any. */
export const unmatchedFilter = (filters: readonly Filter[], source: Source): Filter | undefined =>
  failingFilter(filters, (field) => lookUp(source, pathOf(field)));

/** Returns the settings that apply to the event. Only a resolving event has a resolution, and it has nothing else. */
export function settingsFor<Settings extends EventSettings>(
  settings: Settings,
  source: Source,
): Settings {
  const { resolve_when, field_mapping } = settings;
  if (resolve_when.length === 0) return settings;
  const { resolution, ...others } = field_mapping;
  if (unmatchedFilter(resolve_when, source)) return { ...settings, field_mapping: others };
  return {
    ...settings,
    action: 'resolve_incident',
    field_mapping: resolution === undefined ? {} : { resolution },
  };
}
