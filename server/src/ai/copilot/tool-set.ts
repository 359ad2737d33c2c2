// The tools that a model can call only read, except for one that records a proposal.
import type { ToolSet } from 'ai';
import Type, { type Static, type TObject } from 'typebox';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { bodyValidator } from '../../platform/http/input/validation.ts';
import { contextTypes, type SuggestedAction } from '../ai.schema.ts';
import type { LoadedProvider } from '../answerers/load-provider.ts';
import { toolResult } from '../answerers/prompts.ts';
import { recordLine, recordText } from '../retrieval/records.ts';
import type { CopilotTools } from './tools.ts';

const text = (description: string) => Type.String({ minLength: 1, maxLength: 500, description });
const filter = (description: string) => Type.Optional(text(description));

const inputs = {
  get_record: object({
    type: oneOf(contextTypes),
    id: text('Id, such as INC0000042, CHG0000012, CI1042 or KB0000012.'),
  }),
  search_incidents: object({
    q: filter('Words to search for.'),
    state: filter('new, in_progress, on_hold, resolved, closed, cancelled or reopened.'),
    priority: filter('P1, P2, P3 or P4.'),
    category: filter('Category.'),
    assignment_group: filter('Name of the group.'),
    ci_id: filter('Id of the CI.'),
  }),
  search_changes: object({
    q: filter('Words to search for.'),
    state: filter(
      'draft, submitted, approved, rejected, scheduled, implementing, review, closed or cancelled.',
    ),
    risk: filter('low, medium or high.'),
    ci_id: filter('Id of the CI.'),
  }),
  search_cis: object({
    q: filter('Words to search for.'),
    class: filter('Class.'),
    status: filter('operational, degraded, maintenance, non_operational or retired.'),
    environment: filter('Environment.'),
  }),
  search_articles: object({ question: text('The question that an article should answer.') }),
  similar_incidents: object({ description: text('The symptom.') }),
  propose_action: object({
    method: oneOf(['POST', 'PATCH']),
    path: text('/incidents, /incidents/<id>, /incidents/<id>/notes or /changes/<id>.'),
    body: Type.Record(Type.String(), Type.Unknown(), { description: 'Fields to set.' }),
    reason: text('Why.'),
  }),
} satisfies Record<string, TObject>;

type Inputs = { [Name in keyof typeof inputs]: Static<(typeof inputs)[Name]> };

const descriptions: Record<keyof Inputs, string> = {
  get_record: 'Read an incident, a change, a CI or an article.',
  search_incidents: 'List incidents, the newest first.',
  search_changes: 'List changes, the newest first.',
  search_cis: 'List configuration items.',
  search_articles: 'Find passages of published articles.',
  similar_incidents: 'Find resolved incidents with similar symptoms, with their resolutions.',
  propose_action: 'Propose a request to the user. It is shown, not carried out.',
};

const filtersOf = ({ q: _, ...filters }: { q?: string } & Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, [value]]],
    ),
  );

const validators = Object.fromEntries(
  Object.entries(inputs).map(([name, schema]) => [name, bodyValidator(schema)]),
);

/** The model receives the fault as the result of its call, and can correct it. */
const faultOf = (name: string, input: unknown): string | undefined => {
  const { faults = [] } = validators[name]?.(input) ?? {};
  return faults.length > 0 ? faults.map(({ message }) => message).join(' ') : undefined;
};

export function copilotToolSet(
  { jsonSchema, tool }: LoadedProvider['sdk'],
  tools: CopilotTools,
  onProposal: (action: SuggestedAction) => void,
): ToolSet {
  const searchTool =
    (type: 'incident' | 'change' | 'ci') =>
    async ({ q, ...rest }: { q?: string }): Promise<string> => {
      const found = await tools.search(type, { q, filters: filtersOf(rest) });
      return toolResult(found.map(recordLine));
    };
  const run: { [Name in keyof Inputs]: (input: Inputs[Name]) => Promise<string> } = {
    get_record: async ({ type, id }) => {
      const record = await tools.get(type, id);
      return toolResult(record ? [recordText(record)] : []);
    },
    search_incidents: searchTool('incident'),
    search_changes: searchTool('change'),
    search_cis: searchTool('ci'),
    search_articles: async ({ question }) =>
      toolResult(
        (await tools.passages(question)).map(
          (one) => `${one.article_id} ${one.title}\n${one.text}`,
        ),
      ),
    similar_incidents: async ({ description }) =>
      toolResult(
        (await tools.similar(description)).map(
          (one) => `${one.id}: ${one.short_description}\nResolution: ${one.resolution}`,
        ),
      ),
    propose_action: async (action) => {
      onProposal(action);
      return 'The proposal will be shown to the user if it is valid.';
    },
  };
  return Object.fromEntries(
    (Object.keys(inputs) as (keyof Inputs)[]).map((name) => [
      name,
      tool({
        description: descriptions[name],
        inputSchema: jsonSchema<never>(inputs[name] as object),
        execute: async (input: never): Promise<string> =>
          faultOf(name, input) ?? (await run[name](input)),
      }),
    ]),
  ) as ToolSet;
}
