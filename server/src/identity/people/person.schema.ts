import Type from 'typebox';
import { announceMore, nullable, object } from '../../platform/http/input/schema.ts';

/** A page about somebody shows the newest ones; the lists have the others. */
export const MAX_RECORDS = 20;

const newest = `The newest ${MAX_RECORDS}, newest first.`;

export const OwnedCi = object({
  id: Type.String(),
  title: Type.String({ description: 'Its name.' }),
});

export const Person = object(
  {
    name: Type.String(),
    email: Type.String(),
    groups: Type.Array(Type.String(), { description: 'Names of their groups, by name.' }),
    title: nullable(Type.String({ description: 'Job title.' })),
    department: nullable(Type.String()),
    site: nullable(Type.String({ description: 'Building or place of work.' })),
    away_until: nullable(
      Type.String({
        format: 'date-time',
        description: 'Set if they are away; it may have passed.',
      }),
    ),
    open_records: Type.Array(
      object({
        type: Type.String({ description: `incident or request. ${announceMore('types')}` }),
        id: Type.String(),
        title: Type.String({ description: 'Its `short_description`.' }),
        state: Type.String(),
      }),
      {
        description: `Incidents that are not resolved, closed or cancelled, and service requests that are submitted or approved, with the person as requester or opener. ${newest}`,
      },
    ),
    cis: Type.Array(OwnedCi, { description: `CIs that the person owns. ${newest}` }),
  },
  {
    title: 'Person',
    examples: [
      {
        name: 'Anna Berg',
        email: 'anna@example.com',
        groups: ['Sales'],
        title: 'Account manager',
        department: 'Sales',
        site: 'Zurich',
        away_until: null,
        open_records: [
          {
            type: 'incident',
            id: 'INC0000042',
            title: 'The laptop does not start',
            state: 'in_progress',
          },
        ],
        cis: [{ id: 'CI1042', title: 'nb-berg' }],
      },
    ],
  },
);
