// A bulk operation applies its rows one by one, by the rules of the request for a single record.
import type { Static, TObject, TSchema } from 'typebox';
import type { Context } from '../platform/context.ts';
import { invalid, notFound } from '../platform/errors.ts';
import { withRuleFaults } from '../platform/http/input/body-rules.ts';
import { patchReader } from '../platform/http/input/patch.ts';
import {
  bodyValidator,
  idValidator,
  type Input,
  requireValid,
} from '../platform/http/input/validation.ts';
import { etagOf, type PatchReader } from '../platform/http/request/context.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import type { Tx } from '../platform/postgres/tables.ts';

type RolePolicy = Exclude<Policy, 'public'>;

/** The result of a row shows the id of the record and the warnings that the request for it alone would have returned. */
interface AppliedRow {
  id: string;
  warnings?: readonly object[];
}

export interface BulkOperation {
  /** Must equal the policy of the request for a single record. */
  policy: RolePolicy;
  /** The job may have `ids` with `fields` instead of `records`; this validates the fields. */
  validateFields?: (fields: unknown) => Input;
  /**
   * Each row gets its own transaction. Records with several unique columns need it: two batches that write the same rows
   * in different orders would deadlock.
   */
  isIsolated?: true;
  /** Also validates the row; an error that it throws fails this row only. */
  apply: (tx: Tx, context: Context, row: Readonly<Record<string, unknown>>) => Promise<AppliedRow>;
}

export type BulkOperations = Readonly<Record<string, BulkOperation>>;

/** `policy` is that of the bulk request itself. */
interface BulkOffer {
  operations: BulkOperations;
  policy: RolePolicy;
}

/** Offers are keyed by the name of the records in jobs, such as `incidents`. */
export type BulkOffers = Readonly<Record<string, BulkOffer>>;

/** Each row is the body of the request that creates one record. */
export function bulkCreate<Schema extends TObject>(
  policy: RolePolicy,
  schema: Schema,
  create: (tx: Tx, context: Context, input: Static<Schema>) => Promise<AppliedRow>,
): BulkOperation {
  const validate = bodyValidator(schema);
  return {
    policy,
    apply: (tx, context, row) => {
      requireValid(withRuleFaults(schema, row, validate(row), context));
      return create(tx, context, row as Static<Schema>);
    },
  };
}

interface RowUpdate<Body> {
  noun: string;
  Id: TSchema;
  Update: TObject;
  update: (
    tx: Tx,
    context: Context,
    target: { id: string; ifMatch?: string | undefined },
    readPatch: PatchReader<Body>,
  ) => Promise<{ row: AppliedRow }>;
}

/** A `version` of another type is reported as a write to a read-only field. */
const isVersion = (version: unknown): version is number => Number.isInteger(version);

/** Each row is `id`, optionally the `version` that it applies to, and the body of the request that updates one record. */
export function bulkUpdate<Body>(
  policy: RolePolicy,
  { noun, Id, Update, update }: RowUpdate<Body>,
): BulkOperation {
  const validateId = idValidator(Id);
  const validate = bodyValidator(Update);
  const hasFields = Object.keys(Update.properties).length > 0;
  const requireId = (id: unknown): string => {
    if (id === undefined) {
      const message = 'id is required.';
      throw invalid([{ in: 'body', pointer: '/id', code: 'required', message }]);
    }
    const otherForm = validateId(id);
    if (otherForm) throw notFound(`The ${noun} with this id`, otherForm);
    return id as string;
  };
  return {
    policy,
    ...(hasFields && { validateFields: validate }),
    apply: async (tx, context, { id: given, ...row }) => {
      const id = requireId(given);
      const { version, ...rest } = row;
      const ifMatch = isVersion(version) ? etagOf(version) : undefined;
      const patch = ifMatch === undefined ? row : rest;
      const readPatch = patchReader(
        patch,
        withRuleFaults(Update, patch, validate(patch), context),
      ) as PatchReader<Body>;
      return (await update(tx, context, { id, ifMatch }, readPatch)).row;
    },
  };
}
