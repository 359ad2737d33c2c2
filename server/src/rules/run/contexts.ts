// Completes the context of a write for rules, whose actions have an actor of their own.
import { clientAddress } from '../../identity/index.ts';
import type { AuditContext, Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { readCustomFields } from '../../platform/runtime/custom-fields.ts';
import { readRuleDefinitions } from '../../platform/runtime/rule-definitions.ts';
import { readSettings } from '../../platform/runtime/settings.ts';
import { readSlaDefinitions } from '../../platform/runtime/sla-definitions.ts';

const RULES = 'rules';

/** Background work supplies only a part of a context. */
export type Partially = AuditContext & Partial<Context>;

/** Actions apply with the rights of a manager, in the name of the service. */
export const rulesContext = (context: Context): Context => ({
  ...context,
  actor: {
    id: RULES,
    email: clientAddress({ BASE_URL: context.baseUrl }, RULES),
    roles: ['itsm_manager'],
    isClient: true,
  },
  reach: 'all',
  origin: undefined,
});

type InstanceParts = Pick<Context, 'settings' | 'fields' | 'sla' | 'rules'>;

const readParts = async (tx: Tx): Promise<InstanceParts> => ({
  settings: await readSettings(tx),
  fields: await readCustomFields(tx),
  sla: await readSlaDefinitions(tx),
  rules: await readRuleDefinitions(tx),
});

/** Background work may save many records in one transaction. */
const partsOf = new WeakMap<Tx, Promise<InstanceParts>>();

function partsIn(tx: Tx): Promise<InstanceParts> {
  const parts = partsOf.get(tx) ?? readParts(tx);
  partsOf.set(tx, parts);
  return parts;
}

const isComplete = ({ settings, fields, sla, rules }: Partially): boolean =>
  [settings, fields, sla, rules].every((part) => part !== undefined);

export const completeContext = async (tx: Tx, context: Partially): Promise<Context> => ({
  baseUrl: '',
  clock: () => context.now,
  ...((isComplete(context) ? {} : await partsIn(tx)) as InstanceParts),
  ...context,
  reach: 'all',
});
