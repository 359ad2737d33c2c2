// The routes that every record type with rules has: apply a macro, and ask which rules ran and why others did not.
import { may } from '../identity/index.ts';
import { object } from '../platform/http/input/schema.ts';
import { okRecord } from '../platform/http/request/context.ts';
import { reads, type Route, writes } from '../platform/http/routes/route.ts';
import type { AnyAutomation } from '../records/index.ts';
import { applyMacro } from './macros/apply.ts';
import { MacroApplication } from './macros/macros.schema.ts';
import { explainRules, RuleExplanation } from './run/explain.ts';

const capitalise = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Service requests are requests in their path, and operations name them in full. */
const nameOf = ({ type: { type } }: AnyAutomation): string =>
  type === 'request' ? 'ServiceRequest' : capitalise(type);

export function recordRuleRoutes(automation: AnyAutomation): Route[] {
  const { type, Id, tag } = automation;
  const params = object({ id: Id });
  const errorsOfState = type.requireWritable ? (['merged'] as const) : [];
  return [
    writes({
      method: 'POST',
      path: `${type.path}/:id/apply-macro`,
      operationId: `applyMacroTo${nameOf(automation)}`,
      tag,
      summary: 'Apply a macro',
      description:
        'Applies the actions of the macro in one update, with your rights. An action that cannot apply is skipped, and the timeline says why.',
      policy: type.notes.editors,
      params,
      body: MacroApplication,
      success: { status: 200, description: 'The record after the macro.', schema: automation.Full },
      errors: [...errorsOfState, 'version_mismatch'],
      write: async (tx, request) => {
        const {
          params: target,
          ifMatch,
          body,
        } = request as typeof request & {
          params: { id: string };
        };
        const { row, context } = await applyMacro(
          tx,
          request,
          automation,
          { id: target.id, ifMatch },
          async () => body,
        );
        return okRecord(await automation.present(row, context, tx));
      },
    }),
    reads({
      method: 'GET',
      path: `${type.path}/:id/rules`,
      operationId: `explainRulesOf${nameOf(automation)}`,
      tag,
      summary: 'Explain rules',
      description:
        'The runs of rules on the record, the newest first, and for each other active rule which comparisons of its condition fail now.',
      policy: may('rules.read'),
      params,
      query: object({}),
      success: {
        status: 200,
        description: 'The runs and the other rules.',
        schema: RuleExplanation,
      },
      read: (request) => explainRules(automation, request as never),
    }),
  ];
}
