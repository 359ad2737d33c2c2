// Each subject of the comparison has requests to the service, and for pgbench the statements that the service sends for
// them, or for a list the best statement for its page.
import type { BenchInstance } from './bench-instance.ts';
import { IncidentSummary } from '../../server/src/incidents/incidents.schema.ts';
import { oneOfScripts, type Script, scriptOf } from './pgbench.ts';
import type { Requests } from './wrk.ts';

export interface Subject {
  name: string;
  goal: number;
  requests: Requests;
  script: (instance: BenchInstance, records: number) => Promise<Script>;
}

export const newIncident = {
  short_description: 'Checkout answers 502 for customers with a saved card',
  description:
    'Users in the Berlin office report the same since the last deploy. A restart helped for about ten minutes, then it came back. Host srv-1a2b, trace 5f3a9c01.',
  priority: 'P2',
  category: 'software',
  impact: 'high',
  urgency: 'medium',
  assignment_group: 'Web Platform 1',
  ci_id: 'CI4711',
};

const lists = [
  { state: 'closed', priority: 'P2' },
  { state: 'in_progress', priority: 'P3' },
  { state: 'new', priority: 'P1' },
  { state: 'resolved', priority: 'P4' },
];

/** A person would write the page like this by hand, without a total. */
const plainPage = `
  select ${Object.keys(IncidentSummary.properties).join()} from incidents
  where state = $1 and priority = $2 and deleted_at is null order by created_at desc, id desc limit 50`;

/** A number drawn above this keeps its leading zeros behind a first digit. */
const EIGHT_DIGITS = 10_000_000;
const idOf = (number: number): string => `INC${String(number).padStart(7, '0')}`;

export const subjects: Subject[] = [
  {
    name: 'GET /incidents/:id',
    goal: 0.4,
    requests: { method: 'GET', paths: ['/incidents/{id}'] },
    script: async (instance, records) => {
      const id = idOf(records);
      const { statements } = await instance.record('GET', `/incidents/${id}`);
      // pgbench draws only numbers, so the statement assembles the id.
      const { text, variables } = scriptOf('get', statements, {
        [id]: `('INC' || right(:drawn, 7))`,
      });
      return {
        text: `\\set drawn random(${EIGHT_DIGITS + 1}, ${EIGHT_DIGITS + records})\n${text}`,
        variables,
      };
    },
  },
  {
    name: 'POST /incidents',
    goal: 0.7,
    requests: { method: 'POST', paths: ['/incidents'], body: newIncident },
    script: async (instance) => {
      const { statements, response } = await instance.record('POST', '/incidents', newIncident);
      return scriptOf('post', statements, { [response.id ?? '']: ':made_id' });
    },
  },
  {
    name: 'GET /incidents?state&priority&limit=50',
    goal: 0.25,
    requests: {
      method: 'GET',
      paths: lists.map(
        ({ state, priority }) => `/incidents?state=${state}&priority=${priority}&limit=50`,
      ),
    },
    script: async () =>
      oneOfScripts(
        lists.map(({ state, priority }, n) =>
          scriptOf(`list${n}`, [
            { text: plainPage.trim(), values: [state, priority], isText: true },
          ]),
        ),
      ),
  },
];
