// Creates, updates and identifies CIs. The caller owns the transaction: an HTTP request, a row of a bulk job or an inbound
// webhook event.
import { isDeepStrictEqual } from 'node:util';
import type { FieldDiff } from '../events/index.ts';
import { presentGroupNames } from '../identity/index.ts';
import type { Context } from '../platform/context.ts';
import { ApiError, type Fault, invalid } from '../platform/errors.ts';
import { bodyValidator, requireValid } from '../platform/http/input/validation.ts';
import type { PatchReader } from '../platform/http/request/context.ts';
import { inSavepoint } from '../platform/postgres/statements.ts';
import type { Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  lockForUpdate,
  lockIf,
  type LockTarget,
  saveUpdate,
} from '../records/index.ts';
import { mergeAttributes } from './cmdb.attributes.ts';
import {
  hasIdentifier,
  hasSameIdentifier,
  hasSameIdentity,
  type Holder,
  requireSingleHolder,
} from './cmdb.identity.ts';
import { cis, presentCi } from './cmdb.record.ts';
import { findRelations, replaceRelations } from './cmdb.relations.sql.ts';
import { CiCreate, type CiUpdate, type Relation } from './cmdb.schema.ts';
import { type CiRow, findCis, findHolders, setLastDiscovered } from './cmdb.sql.ts';

/** Sorts relations and removes duplicates, as they are stored and audited. */
const normalise = (relations: readonly Relation[]): Relation[] => {
  const byKey = new Map(relations.map((one) => [`${one.type} ${one.ci_id}`, one]));
  return [...byKey.keys()].toSorted().map((key) => byKey.get(key) as Relation);
};

/** Every target must be another CI that exists. `id` is undefined for a new CI. */
async function requireTargets(
  tx: Tx,
  relations: readonly Relation[],
  id: string | undefined,
): Promise<void> {
  const found = await findCis(
    tx,
    relations.map(({ ci_id }) => ci_id),
  );
  const known = new Set(found.map((one) => one.id));
  const faults = relations.flatMap(({ ci_id }, index): Fault[] => {
    if (known.has(ci_id) && ci_id !== id) return [];
    const reason = ci_id === id ? 'is the CI itself' : 'does not exist';
    const pointer = `/relations/${index}/ci_id`;
    return [{ in: 'body', pointer, code: 'not_allowed', message: `${ci_id} ${reason}.` }];
  });
  if (faults.length > 0) throw invalid(faults);
}

interface Discovery {
  source: string;
}

async function insertCi(
  tx: Tx,
  context: Context,
  input: CiCreate,
  discovery?: Discovery,
): Promise<CiRow> {
  const { relations: given = [], attributes, ...fields } = input;
  const relations = normalise(given);
  if (relations.length > 0) await requireTargets(tx, given, undefined);
  const at = context.now.toISOString();
  const row = await createRecord(
    tx,
    context,
    cis,
    {
      status: 'operational',
      environment: null,
      criticality: null,
      owner: null,
      support_group: null,
      ip_address: null,
      fqdn: null,
      serial_number: null,
      location: null,
      discovery_source: null,
      ...fields,
      ...(discovery && { discovery_source: fields.discovery_source ?? discovery.source }),
      attributes: mergeAttributes({}, attributes),
      first_discovered_at: discovery ? at : null,
      last_discovered_at: discovery ? at : null,
      created_at: at,
      updated_at: at,
    },
    relations.length > 0 ? { relations: { from: null, to: relations } } : {},
  );
  if (relations.length > 0) await replaceRelations(tx, row.id, relations);
  return row;
}

export async function createCi(tx: Tx, context: Context, input: CiCreate): Promise<CiRow> {
  requireSingleHolder(await findHolders(tx, input));
  return insertCi(tx, context, input);
}

/** Replaces the relations if they differ, and returns the change for the audit entry. */
async function saveRelations(
  tx: Tx,
  id: string,
  given: readonly Relation[] | undefined,
): Promise<FieldDiff> {
  if (given === undefined) return {};
  const [from, to] = [await findRelations(tx, id), normalise(given)];
  if (isDeepStrictEqual(from, to)) return {};
  await requireTargets(tx, given, id);
  await replaceRelations(tx, id, to);
  return { relations: { from, to } };
}

/** A source that still knows the old name of a group means the group. */
async function presentGroup(
  tx: Tx,
  before: CiRow,
  { support_group: given }: Pick<CiUpdate, 'support_group'>,
): Promise<Pick<CiUpdate, 'support_group'>> {
  if (typeof given !== 'string' || given === before.support_group) return {};
  return { support_group: (await presentGroupNames(tx, [given])).get(given) ?? given };
}

/** `before` must be locked. */
async function applyUpdate(
  tx: Tx,
  context: Context,
  before: CiRow,
  { relations, attributes, ...fields }: CiUpdate,
  discovery?: Discovery,
): Promise<CiRow> {
  const at = context.now.toISOString();
  const next: CiRow = {
    ...before,
    ...fields,
    ...(await presentGroup(tx, before, fields)),
    attributes: mergeAttributes(before.attributes, attributes),
    ...(discovery && {
      discovery_source: fields.discovery_source ?? discovery.source,
      first_discovered_at: before.first_discovered_at ?? at,
      last_discovered_at: at,
    }),
  };
  if (!hasSameIdentity(before, next)) requireSingleHolder(await findHolders(tx, next), before.id);
  const also = await saveRelations(tx, before.id, relations);
  const row = await saveUpdate(tx, context, cis, before, next, { also });
  if (row !== before || !discovery) return row;
  await setLastDiscovered(tx, before.id, at);
  return next;
}

export async function updateCi(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<CiUpdate>,
): Promise<{ row: CiRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, cis, target);
  const patch = await readPatch(() => presentCi(before, context, tx));
  return { row: await applyUpdate(tx, context, before, patch), context };
}

const validateCreate = bodyValidator(CiCreate);

const noIdentifier = () =>
  invalid([
    {
      in: 'body',
      pointer: '',
      code: 'required',
      message: 'Send serial_number, fqdn, or class and name to identify the CI.',
    },
  ]);

/** Returns undefined if another transaction has added a CI with one of the identifiers meanwhile. */
async function insertIfFree(
  tx: Tx,
  context: Context,
  input: CiCreate,
  discovery?: Discovery,
): Promise<CiRow | undefined> {
  try {
    return await inSavepoint(tx, () => insertCi(tx, context, input, discovery));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'identity_conflict') return undefined;
    throw error;
  }
}

/** Locks the CI that was found and updates it; returns undefined if it lost the identifier by which it was found. */
async function updateFound(
  tx: Tx,
  request: Context,
  { id, identifier }: Holder,
  input: CiUpdate,
  discovery?: Discovery,
): Promise<CiRow | undefined> {
  const isStillFound = (row: CiRow) => hasSameIdentifier(identifier, row, input);
  const locked = await lockIf(tx, request, cis, id, isStillFound);
  return locked && applyUpdate(tx, locked.context, locked.before, input, discovery);
}

/** A further attempt is needed only if another transaction commits in between. */
const MAX_ATTEMPTS = 10;

interface UpsertResult {
  id: string;
  row: CiRow;
  isNew: boolean;
}

/**
 * Updates the CI that the input identifies, else creates it. The first identifier that matches decides; another CI that
 * has a later one is a conflict. It cannot deadlock: a transaction locks one CI, and waits for unique keys only after that.
 */
async function upsert(
  tx: Tx,
  request: Context,
  input: CiUpdate,
  discovery?: Discovery,
): Promise<UpsertResult> {
  if (!hasIdentifier(input)) throw noIdentifier();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const holders = await findHolders(tx, input);
    const [first] = holders;
    requireSingleHolder(holders, first?.id);
    if (!first) requireValid(validateCreate(input));
    const row = first
      ? await updateFound(tx, request, first, input, discovery)
      : await insertIfFree(tx, request, input as CiCreate, discovery);
    if (row) return { id: row.id, row, isNew: !first };
  }
  throw new ApiError(
    'overloaded',
    'Other requests keep changing the identifiers of this CI. Retry later.',
  );
}

export const upsertCi = (tx: Tx, context: Context, input: CiUpdate): Promise<UpsertResult> =>
  upsert(tx, context, input);

/** Upserts the CI and records the discovery. A new CI emits `ci.discovered`. */
export const discoverCi = (tx: Tx, context: Context, input: CiUpdate): Promise<UpsertResult> =>
  upsert(tx, context, input, { source: context.actor.email });
