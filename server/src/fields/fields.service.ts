// Creates and updates the definitions of fields in the caller's transaction.
import type { Context, Viewer } from '../platform/context.ts';
import { type Fault, invalid } from '../platform/errors.ts';
import { picker } from '../platform/http/input/schema.ts';
import { bodyValidator } from '../platform/http/input/validation.ts';
import type { PatchReader, Reply, RequestContext } from '../platform/http/request/context.ts';
import { respondWithList } from '../platform/http/output/pagination.ts';
import type { Db, Tx } from '../platform/postgres/tables.ts';
import {
  createRecord,
  lockForUpdate,
  type LockTarget,
  type RecordType,
  saveUpdate,
  storedValue,
  valuesSchema,
} from '../records/index.ts';
import { queueIndex } from './fields.indexes.ts';
import { indexOf } from './fields.indexes.sql.ts';
import {
  Field,
  type FieldCreate,
  type FieldUpdate,
  MAX_FILTERABLE,
  mostFields,
} from './fields.schema.ts';
import {
  announceFields,
  auditedColumns,
  buildingPercents,
  countFields,
  type FieldRow,
  fieldTable,
} from './fields.sql.ts';
import { fieldVisibility } from './fields.visibility.sql.ts';

export const fieldRecord: RecordType<FieldRow> & { table: typeof fieldTable } = {
  type: 'field',
  noun: 'Field',
  path: '/fields',
  table: fieldTable,
  auditedFields: auditedColumns,
  visibility: fieldVisibility,
};

const pick = picker(Field);

const indexShown = ({ index_state: state }: FieldRow, percent = 0) =>
  state && { state, percent: state === 'ready' ? 100 : percent };

/** Shows fields with the progress of the indexes that are being built. */
async function presentFields(rows: readonly FieldRow[], db: Db | Tx) {
  const isBuilding = rows.some(({ index_state: state }) => state === 'building');
  const percents = isBuilding ? await buildingPercents(db) : undefined;
  return rows.map((row) =>
    pick({
      ...row,
      default: row.default ?? null,
      index: indexShown(row, percents?.get(indexOf(row).name)),
    }),
  );
}

export const listFields = (request: RequestContext): Promise<Reply> =>
  respondWithList(
    request,
    fieldTable.list,
    fieldVisibility.scope(request),
    { sort: 'position', order: 'asc' },
    (rows) => presentFields(rows, request.deps.db),
  );

export const presentField = async (row: FieldRow, _viewer: Viewer, db: Db | Tx) => {
  const [field] = await presentFields([row], db);
  return field as NonNullable<typeof field>;
};

const faultAt = (pointer: string, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer,
  code,
  message,
});

const hasChoices = ({ type }: FieldRow): boolean => type === 'choice' || type === 'choices';

function choiceFaults(field: FieldRow, before: FieldRow | undefined): Fault[] {
  const { choices } = field;
  if (!hasChoices(field))
    return choices.length === 0
      ? []
      : [faultAt('/choices', 'not_allowed', `A field of the type ${field.type} has no choices.`)];
  if (choices.length === 0)
    return [faultAt('/choices', 'required', 'A field of choices needs at least one choice.')];
  const values = choices.map(({ value }) => value);
  const repeated = values.findIndex((value, at) => values.indexOf(value) !== at);
  const removed = before?.choices.find(({ value }) => !values.includes(value));
  return [
    ...(repeated === -1
      ? []
      : [
          faultAt(
            `/choices/${repeated}/value`,
            'not_allowed',
            `${values[repeated]} is already a choice.`,
          ),
        ]),
    ...(removed
      ? [
          faultAt(
            '/choices',
            'not_allowed',
            `The choice ${removed.value} cannot be removed, because records may have it. Send it with "active": false.`,
          ),
        ]
      : []),
  ];
}

/** The default is validated as a value of a record is. */
function defaultFaults(field: FieldRow): Fault[] {
  if (field.default === null) return [];
  const validate = bodyValidator(valuesSchema([field]));
  const { faults } = validate({ custom: { [field.key]: field.default } });
  return faults.map((fault) => ({
    ...fault,
    pointer: fault.pointer.replace(`/custom/${field.key}`, '/default'),
    message: fault.message.replace(field.key, 'default'),
  }));
}

const audienceFaults = ({ visible_to: seen, editable_by: edited }: FieldRow): Fault[] =>
  seen === 'agents' && edited === 'everyone'
    ? [
        faultAt(
          '/editable_by',
          'not_allowed',
          'A field that only agents see can be set only by agents: send "editable_by": "agents".',
        ),
      ]
    : [];

const filterFaults = ({ filterable, type }: FieldRow): Fault[] =>
  filterable && type === 'long_text'
    ? [faultAt('/filterable', 'not_allowed', 'Lists cannot be filtered by a long_text.')]
    : [];

/** Every object has a member of such a name, so that a record without a value would seem to have one. */
const keyFaults = ({ key }: FieldRow): Fault[] =>
  key in {} ? [faultAt('/key', 'not_allowed', `${key} cannot be a key: choose another one.`)] : [];

function requireValid(field: FieldRow, before?: FieldRow): void {
  const ofChoices = choiceFaults(field, before);
  const faults = [
    ...keyFaults(field),
    ...ofChoices,
    ...(ofChoices.length === 0 ? defaultFaults(field) : []),
    ...audienceFaults(field),
    ...filterFaults(field),
  ];
  if (faults.length > 0) throw invalid(faults);
}

const tooMany = (pointer: string, most: number, type: string) =>
  invalid([
    faultAt(
      pointer,
      'too_many',
      `At most ${most} fields of the record type ${type} may be ${pointer === '' ? 'defined' : 'filterable'}, and there are as many already.`,
    ),
  ]);

const withStoredValues = <Patch extends FieldUpdate>(type: FieldRow['type'], patch: Patch) => ({
  ...patch,
  ...(patch.choices && {
    choices: patch.choices.map((choice) => ({ ...choice, active: choice.active ?? true })),
  }),
  ...(patch.default !== undefined && { default: storedValue({ type }, patch.default) }),
});

export async function createField(tx: Tx, context: Context, input: FieldCreate): Promise<FieldRow> {
  const { record_type: type } = input;
  const counts = await countFields(tx, type);
  if (counts.fields >= mostFields) throw tooMany('', mostFields, type);
  if (input.filterable && counts.filterable >= MAX_FILTERABLE)
    throw tooMany('/filterable', MAX_FILTERABLE, type);
  const at = context.now.toISOString();
  const visible_to = input.visible_to ?? 'everyone';
  const field = {
    description: null,
    choices: [],
    default: null,
    required: false,
    filterable: false,
    active: true,
    position: counts.last_position + 10,
    ...withStoredValues(input.type, input),
    visible_to,
    editable_by: input.editable_by ?? (visible_to === 'agents' ? 'agents' : 'everyone'),
    index_state: input.filterable ? ('building' as const) : null,
    created_at: at,
    updated_at: at,
  };
  requireValid(field as unknown as FieldRow);
  const row = await createRecord(tx, context, fieldRecord, field);
  if (row.filterable) await queueIndex(tx, row);
  announceFields(tx);
  return row;
}

export async function updateField(
  tx: Tx,
  request: Context,
  target: LockTarget,
  readPatch: PatchReader<FieldUpdate>,
): Promise<{ row: FieldRow; context: Context }> {
  const { before, context } = await lockForUpdate(tx, request, fieldRecord, target);
  const patch = await readPatch(() => presentField(before, context, tx));
  const next = { ...before, ...withStoredValues(before.type, patch) } as FieldRow;
  requireValid(next, before);
  const isChanged = next.filterable !== before.filterable;
  if (isChanged && next.filterable) {
    const { filterable } = await countFields(tx, before.record_type);
    if (filterable >= MAX_FILTERABLE)
      throw tooMany('/filterable', MAX_FILTERABLE, before.record_type);
  }
  const index_state = next.filterable ? (isChanged ? 'building' : before.index_state) : null;
  const row = await saveUpdate(tx, context, fieldRecord, before, { ...next, index_state });
  if (isChanged) await queueIndex(tx, row);
  announceFields(tx);
  return { row, context };
}
