// Rules act on records by themselves, and macros when a person applies them.
import { queryOptions } from '@tanstack/react-query';
import type {
  MacroCreate,
  MacroSummary,
  MacroUpdate,
  RuleCreate,
  RulePreview,
  RuleSummary,
  RuleUpdate,
} from '@signalbox/sdk';
import { client } from '../client.ts';
import type { RecordTypes } from '../records.ts';

export type {
  Macro,
  MacroSummary,
  PreviewedRule,
  PreviewedRun,
  Rule,
  RuleAction,
  RuleExplanation,
  RulePreviewResult,
  RuleSummary,
} from '@signalbox/sdk';

export type AutomatedType = RuleSummary['record_type'];
export type RuleTrigger = RuleSummary['on'];

/** An instance has at most this many rules, which one page has; lists of macros are read page by page. */
export const MAX_RULES = 200;
const PAGE = 200;

/** The rules are in the order in which they run. */
export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: async ({ signal }): Promise<RuleSummary[]> => {
    const query = { limit: MAX_RULES, sort: 'position', order: 'asc' } as const;
    return (await client.rules.list(query, { signal })).data;
  },
});

export const ruleQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', id],
    queryFn: ({ signal }) => client.rules.get(id, { signal }),
  });

export const createRule = (rule: RuleCreate) => client.rules.create(rule);
/** A move and a switch are sent without a version, because they replace nothing that somebody else may have edited. */
export const updateRule = (id: string, patch: RuleUpdate, version?: number) =>
  client.rules.update(id, patch, version === undefined ? {} : { ifMatch: version });
export const deleteRule = (id: string, version: number) =>
  client.rules.delete(id, { ifMatch: version });
export const previewRule = (preview: RulePreview) => client.rules.preview(preview);

const RUNS = 50;

/** Reads the newest runs, and how many there were in the last 30 days. */
export const ruleRunsQuery = (id: string) =>
  queryOptions({
    queryKey: ['rules', id, 'runs'],
    queryFn: async ({ signal }) => {
      const { data, total } = await client.rules.runs(id, { limit: RUNS }, { signal });
      return { runs: data, total };
    },
  });

const FIELDS_MS = 60_000;

/** Reads the fields that the condition of a rule may name; those of updates have all kinds and operators. */
export const ruleFieldsQuery = (recordType: AutomatedType, on: RuleTrigger = 'updated') =>
  queryOptions({
    queryKey: ['condition-fields', recordType, on],
    queryFn: async ({ signal }) => {
      const query = { record_type: recordType, on };
      return (await client.slaPolicies.listConditionFields(query, { signal })).data;
    },
    staleTime: FIELDS_MS,
  });

const resources = {
  incident: client.incidents,
  change: client.changes,
  request: client.serviceRequests,
} as const;

interface AutomatedRef {
  type: AutomatedType;
  id: string;
}

/** Explains which rules ran on a record, and why the others would not run now. */
export const recordRulesQuery = ({ type, id }: AutomatedRef) =>
  queryOptions({
    queryKey: [type, 'parts', id, 'rules'],
    queryFn: ({ signal }) => resources[type].rules(id, { signal }),
  });

/** Reads all macros of a record type; those that cannot be applied are left out. */
export const macrosQuery = (recordType: AutomatedType) =>
  queryOptions({
    queryKey: ['macros', recordType],
    queryFn: async ({ signal }): Promise<MacroSummary[]> => {
      const macros: MacroSummary[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await client.macros.list(
          { record_type: recordType, active: 'true', limit: PAGE, ...(cursor && { cursor }) },
          { signal },
        );
        macros.push(...page.data);
        cursor = page.next_cursor;
        if (cursor === undefined) return macros;
      }
    },
    staleTime: 30_000,
  });

export const macroQuery = (id: string) =>
  queryOptions({
    queryKey: ['macros', 'one', id],
    queryFn: ({ signal }) => client.macros.get(id, { signal }),
  });

export const createMacro = (macro: MacroCreate) => client.macros.create(macro);
export const updateMacro = (id: string, patch: MacroUpdate, version: number) =>
  client.macros.update(id, patch, { ifMatch: version });
export const deleteMacro = (id: string, version: number) =>
  client.macros.delete(id, { ifMatch: version });

/** Applies the macro to the newest version of the record; the timeline says what was skipped. */
export const applyMacro = <T extends AutomatedType>(
  { type, id }: { type: T; id: string },
  macroId: string,
): Promise<RecordTypes[T]> =>
  resources[type].applyMacro(id, { macro_id: macroId }) as Promise<unknown> as Promise<
    RecordTypes[T]
  >;
