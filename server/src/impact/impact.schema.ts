import Type, { type Static } from 'typebox';
import { CiId, CiSummary } from '../cmdb/index.ts';
import { IncidentId, IncidentSummary } from '../incidents/index.ts';
import { nullable, object } from '../platform/http/input/schema.ts';
import { MAX_DEPENDANTS } from './impact.dependants.ts';

const MAX_DEPTH = 6;
const DEFAULT_DEPTH = 3;
/** Applies to incidents and to changes. */
export const MAX_RECORDS = 100;

export const ImpactQuery = object({
  depth: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DEPTH,
      default: DEFAULT_DEPTH,
      description: 'How many relations to follow.',
    }),
  ),
});
export const depthOf = ({ depth = DEFAULT_DEPTH }: Static<typeof ImpactQuery>): number => depth;

const { name, class: className, status, criticality, owner } = CiSummary.properties;
const ci = { id: CiId, name, class: className, status, criticality, owner };

const { short_description, priority, state, assignment_group, assigned_to, created_at } =
  IncidentSummary.properties;

const instantOrNull = nullable(Type.String({ format: 'date-time' }));

const example = {
  id: 'CI1040',
  name: 'host-07',
  class: 'server',
  status: 'degraded',
  criticality: 'high',
  owner: 'ada@example.com',
};

export const Impact = object(
  {
    ci: object(ci),
    dependants: Type.Array(
      object({
        ...ci,
        distance: Type.Integer({
          description: 'Number of relations on the shortest path to the CI.',
        }),
        through: Type.String({
          description:
            'Id of the CI through which it is affected, one step nearer; at distance 1, the failed CI itself. If there are several, the first by id.',
        }),
      }),
      {
        description: `CIs that a failure of this CI affects, nearest first, at most ${MAX_DEPENDANTS}: CIs that depend on it or run on it, and CIs that it is part of, directly or through others.`,
      },
    ),
    open_incidents: Type.Array(
      object({
        id: IncidentId,
        short_description,
        priority,
        state,
        ci_id: CiId,
        assignment_group,
        assigned_to,
        created_at,
      }),
      {
        description: `Incidents of the CI and of its dependants that are not resolved, closed or cancelled: the newest ${MAX_RECORDS}, newest first.`,
      },
    ),
    recent_changes: Type.Array(
      object({
        id: Type.String(),
        short_description: Type.String(),
        type: Type.String(),
        state: Type.String(),
        risk: Type.String(),
        ci_ids: Type.Array(CiId),
        planned_start_at: instantOrNull,
        planned_end_at: instantOrNull,
        updated_at: Type.String({ format: 'date-time' }),
      }),
      {
        description: `Changes of the CI and of its dependants in the last 24 hours: the newest ${MAX_RECORDS}, newest first.`,
      },
    ),
    truncated: Type.Boolean({
      description: 'Whether there are more dependants than are shown.',
    }),
  },
  {
    title: 'Impact',
    examples: [
      {
        ci: example,
        dependants: [
          { ...example, id: 'CI1042', name: 'web-01', distance: 1, through: example.id },
        ],
        open_incidents: [],
        recent_changes: [],
        truncated: false,
      },
    ],
  },
);
