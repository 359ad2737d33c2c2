// Instance settings of incidents.
import Type from 'typebox';
import { object } from '../platform/http/input/schema.ts';
import type { SettingsSection } from '../platform/runtime/settings.ts';

declare module '../platform/runtime/settings.ts' {
  interface Settings {
    /** Resolution targets. A record keeps the target that its priority had when its SLA period began. */
    sla_target_seconds: Record<'P1' | 'P2' | 'P3' | 'P4', number>;
    /** Derive the priority from impact × urgency for records without an explicit priority. */
    priority_matrix: boolean;
  }
}

const HOUR = 3600;
const YEAR = 31_536_000;
const target = Type.Integer({ minimum: 60, maximum: YEAR });

const defaults = {
  sla_target_seconds: { P1: 4 * HOUR, P2: 8 * HOUR, P3: 24 * HOUR, P4: 72 * HOUR },
  priority_matrix: false,
};

export const incidentSettings: SettingsSection<'sla_target_seconds' | 'priority_matrix'> = {
  defaults,
  fields: {
    sla_target_seconds: object(
      { P1: target, P2: target, P3: target, P4: target },
      {
        description:
          'Resolution targets in seconds. Existing records keep the target they were given.',
      },
    ),
    priority_matrix: Type.Boolean({
      description:
        'Derive the priority from impact × urgency for records without an explicit priority.',
    }),
  },
  example: defaults,
};
