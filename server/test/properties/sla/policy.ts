// One policy for all incidents, round the clock and with the targets of the settings, is a second subject: clocks of policies
// must fire and show what clocks without one do.
import { compose } from '../../../src/feature.ts';
import { features } from '../../../src/features.ts';
import { incidentSla } from '../../../src/incidents/sla/sla.record.ts';
import {
  noSlaDefinitions,
  type SlaDefinitions,
} from '../../../src/platform/runtime/sla-definitions.ts';
import { holdReasons, withClocks } from '../../../src/sla/index.ts';
import { readerOf } from '../sla-policies/stored-history.ts';
import { type SaveClocks, settings } from './rules.ts';

const sla: SlaDefinitions = {
  ...noSlaDefinitions,
  version: 1,
  clocks_version: 1,
  policies: [
    {
      id: 'slp_1',
      version: 1,
      name: 'As the settings',
      record_type: 'incident',
      when: { all: [] },
      calendar_id: null,
      targets: { resolution: settings.sla_target_seconds },
      pause: { first_response: [], update: [], resolution: holdReasons },
    },
  ],
};

/** Conditions need the fields of all record types. */
compose(features);

/** The policy never changes, so that no history is read. */
const tx = readerOf({ steps: [], responses: [] });

export const saveByPolicy: SaveClocks = (before, next, now) => {
  const context = {
    sla,
    settings,
    now,
    requestId: 'r',
    actor: { id: 'a', email: 'a@example.com', roles: [] },
  };
  return withClocks(tx, context, incidentSla, before, next, { notes: [], through: [] });
};
