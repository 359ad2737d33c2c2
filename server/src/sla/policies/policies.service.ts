// Creates and updates policies in the caller's transaction. Each write raises the version of the definitions, by which
// workers find the records whose clocks they must compute again.
import type { Context } from '../../platform/context.ts';
import { ApiError, invalid } from '../../platform/errors.ts';
import { picker } from '../../platform/http/input/schema.ts';
import type { PatchReader } from '../../platform/http/request/context.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import { readSlaDefinitions } from '../../platform/runtime/sla-definitions.ts';
import {
  createRecord,
  type LockedRecord,
  lockForUpdate,
  type LockTarget,
  type RecordType,
  type SaveListeners,
  saveUpdate,
} from '../../records/index.ts';
import { validPolicy } from './policies.rules.ts';
import { MAX_POLICIES, Policy, type PolicyCreate, type PolicyUpdate } from './policies.schema.ts';
import { policyVisibility } from './policies.visibility.sql.ts';
import {
  auditedColumns,
  countPolicies,
  findUseOf,
  lockDefinitions,
  type PolicyRow,
  policyTable,
  raiseVersion,
} from './policies.sql.ts';

export const policies: RecordType<PolicyRow> & { table: typeof policyTable } = {
  type: 'sla_policy',
  noun: 'SLA policy',
  path: '/sla-policies',
  table: policyTable,
  auditedFields: auditedColumns,
  visibility: policyVisibility,
};

const pick = picker(Policy);
export const presentPolicy = (row: PolicyRow) => pick(row);

async function readKnown(tx: Tx, { fields }: Context) {
  await lockDefinitions(tx);
  return { fields, definitions: await readSlaDefinitions(tx) };
}

const POSITION_STEP = 10;

export async function createPolicy(
  tx: Tx,
  context: Context,
  input: PolicyCreate,
): Promise<PolicyRow> {
  const policy = validPolicy(input as never, await readKnown(tx, context));
  const counts = await countPolicies(tx);
  if (counts.policies >= MAX_POLICIES)
    throw invalid([
      {
        in: 'body',
        pointer: '',
        code: 'too_many',
        message: `At most ${MAX_POLICIES} SLA policies may be defined, and there are as many already.`,
      },
    ]);
  const at = context.now.toISOString();
  const row = await createRecord(tx, context, policies, {
    ...(policy as unknown as PolicyRow),
    position: input.position ?? counts.last_position + POSITION_STEP,
    active: input.active ?? true,
    created_at: at,
    updated_at: at,
  });
  await raiseVersion(tx, { hasClocks: row.active });
  return row;
}

export async function updatePolicy(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<PolicyUpdate>,
): Promise<{ row: PolicyRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, policies, target);
  const patch = await readPatch(() => presentPolicy(before));
  if (patch.record_type !== undefined && patch.record_type !== before.record_type)
    throw invalid([
      {
        in: 'body',
        pointer: '/record_type',
        code: 'not_allowed',
        message: 'The record type of a policy never changes; create another policy.',
      },
    ]);
  const pause = { ...before.pause, ...(patch.pause as PolicyRow['pause'] | undefined) };
  const next = validPolicy(
    { ...before, ...(patch as Partial<PolicyRow>), pause },
    await readKnown(tx, context),
  );
  const row = await saveUpdate(tx, context, policies, before, next as PolicyRow);
  if (row !== before) await raiseVersion(tx, { hasClocks: before.active || row.active });
  return { row, context };
}

export const afterDeletion = (
  tx: Tx,
  { before }: LockedRecord<PolicyRow, Context>,
): Promise<void> => raiseVersion(tx, { hasClocks: before.active });

/** A calendar that a policy counts by cannot be deleted, and its hours count from its next version on. */
export const calendarListener: SaveListeners = {
  calendar: async (tx, _before, after: { id: string; name: string; deleted_at: string | null }) => {
    await lockDefinitions(tx);
    const policy = await findUseOf(tx, after.id);
    if (after.deleted_at !== null && policy !== undefined)
      throw new ApiError(
        'in_use',
        `The SLA policy “${policy}” counts the hours of ${after.name}. Give it another calendar first.`,
        { policy },
      );
    await raiseVersion(tx, { hasClocks: policy !== undefined });
  },
};
