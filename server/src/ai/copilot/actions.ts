// Actions that the copilot proposes are validated like the requests they stand for, and never carried out.
import type { TSchema } from 'typebox';
import { ChangeUpdate } from '../../changes/index.ts';
import { may, type Permission } from '../../identity/index.ts';
import { IncidentCreate, IncidentUpdate } from '../../incidents/index.ts';
import type { Actor } from '../../platform/context.ts';
import { object, oneOf } from '../../platform/http/input/schema.ts';
import { bodyValidator, type Validate } from '../../platform/http/input/validation.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import Type from 'typebox';
import type { SuggestedAction } from '../ai.schema.ts';
import { safeText } from '../output/safe-text.ts';
import type { CopilotTools } from './tools.ts';

interface AllowedAction {
  method: SuggestedAction['method'];
  path: RegExp;
  permission: Permission;
  record?: 'incident' | 'change';
  body: TSchema;
}

const note = object({
  body: Type.String({ maxLength: 65_536, pattern: '\\S' }),
  visibility: Type.Optional(oneOf(['team', 'private', 'public'])),
});

const allowedActions: readonly AllowedAction[] = [
  {
    method: 'PATCH',
    path: /^\/incidents\/(INC[0-9A-Z]{7})$/,
    permission: 'incidents.edit_all_fields',
    record: 'incident',
    body: IncidentUpdate,
  },
  {
    method: 'POST',
    path: /^\/incidents\/(INC[0-9A-Z]{7})\/notes$/,
    permission: 'incidents.edit_all_fields',
    record: 'incident',
    body: note,
  },
  {
    method: 'POST',
    path: /^\/incidents$/,
    permission: 'incidents.create',
    body: IncidentCreate,
  },
  {
    method: 'PATCH',
    path: /^\/changes\/(CHG[0-9A-Z]{7})$/,
    permission: 'changes.create',
    record: 'change',
    body: ChangeUpdate,
  },
];

const validators = new Map<AllowedAction, Validate>();
const validatorOf = (action: AllowedAction): Validate => {
  const validate = validators.get(action) ?? bodyValidator(action.body);
  validators.set(action, validate);
  return validate;
};

const MAX_ACTIONS = 5;
const MAX_REASON_LENGTH = 500;

const safeBody = (body: SuggestedAction['body'], baseUrl: string): SuggestedAction['body'] =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' ? safeText(value, baseUrl) : value,
    ]),
  );

/** Returns the actions that the caller may perform, with a valid body, on records that the tools returned. */
export function checkActions(
  actions: readonly SuggestedAction[],
  actor: Actor,
  tools: CopilotTools,
  baseUrl: string,
): SuggestedAction[] {
  return actions
    .flatMap(({ method, path, body, reason }) => {
      const action = allowedActions.find((one) => one.method === method && one.path.test(path));
      if (!action || !reachOf(may(action.permission), actor)) return [];
      const id = action.path.exec(path)?.[1];
      if (action.record && !tools.findRetrieved(action.record, id ?? '')) return [];
      const clean = safeBody(body, baseUrl);
      const { faults, echoed } = validatorOf(action)(clean);
      if (faults.length > 0 || echoed.length > 0 || Object.keys(clean).length === 0) return [];
      return [
        {
          method,
          path,
          body: clean,
          reason: safeText(reason, baseUrl, MAX_REASON_LENGTH),
        },
      ];
    })
    .slice(0, MAX_ACTIONS);
}
