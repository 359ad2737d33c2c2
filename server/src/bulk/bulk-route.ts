// The envelope of a bulk request is validated at once, and each row of `records` when it is processed.
import Type, { type TObject, type TProperties } from 'typebox';
import { type Fault, invalid } from '../platform/errors.ts';
import { object, oneOf } from '../platform/http/input/schema.ts';
import type { RequestContext } from '../platform/http/request/context.ts';
import type { Policy } from '../platform/http/routes/policy.ts';
import { type Route, writes } from '../platform/http/routes/route.ts';
import type { BulkOperations } from '../records/index.ts';
import { JobAccepted, MAX_ROWS } from './bulk.schema.ts';
import { acceptJob } from './bulk.handlers.ts';

interface BulkRoute {
  /** Paths and jobs have this name of the records, such as `incidents`. */
  type: string;
  /** The path of the collection defaults to `/<type>`. */
  path?: string;
  noun: string;
  operations: BulkOperations;
  /** The same schema serves the request that updates a single record. */
  Update: TObject;
  /** Fields of further operations, which those of an update lack. */
  otherFields?: TProperties;
  /** Describes the rows of further operations; ends with a semicolon and a space. */
  otherRows?: string;
  title: string;
  operationId: string;
  tag: string;
  policy: Policy;
  example: object;
}

const rows = { minItems: 1, maxItems: MAX_ROWS };
const parts = ['ids', 'fields', 'records'] as const;
type Part = (typeof parts)[number];

interface Envelope extends Partial<Record<Part, unknown>> {
  operation: string;
  ids?: string[];
  fields?: object;
  records?: object[];
  dry_run?: boolean;
}

function withOtherFields(Update: TObject, others: TProperties | undefined, title: string): TObject {
  if (!others) return Update;
  const { examples: _, properties, ...options } = Update as TObject & { examples?: unknown };
  const more = Type.Partial(Type.Object(others)).properties;
  return Type.Object({ ...properties, ...more }, { ...options, title: `${title}Fields` });
}

const envelopeOf = ({
  operations,
  Update,
  otherFields,
  otherRows = '',
  type,
  path = `/${type}`,
  title,
  noun,
  example,
}: BulkRoute) =>
  object(
    {
      operation: oneOf(Object.keys(operations)),
      ids: Type.Optional(
        Type.Array(Type.String({ maxLength: 64 }), {
          ...rows,
          description: `The ${noun}s to update with \`fields\`.`,
        }),
      ),
      fields: Type.Optional(withOtherFields(Update, otherFields, title)),
      records: Type.Optional(
        Type.Array(Type.Record(Type.String(), Type.Unknown()), {
          ...rows,
          description: `One object per row: for update \`id\`, the body of PATCH ${path}/<id> and optionally \`version\` (if the record has another one, the row fails with \`version_mismatch\`); ${otherRows}otherwise the body of POST ${path}.`,
        }),
      ),
      dry_run: Type.Optional(
        Type.Boolean({ default: false, description: 'Validate every row and apply none.' }),
      ),
    },
    { title, examples: [example] },
  );

/** Returns the missing and the surplus members, compared with the nearest allowed combination. */
function formFaults(operations: BulkOperations, body: Envelope): Fault[] {
  const offered: readonly (readonly Part[])[] = operations[body.operation]?.validateFields
    ? [['ids', 'fields'], ['records']]
    : [['records']];
  const given = parts.filter((part) => body[part] !== undefined);
  const nearest = offered.find((form) => form.some((part) => given.includes(part))) ?? ['records'];
  const message = `${body.operation} takes ${offered.map((form) => form.join(' with ')).join(', or ')}.`;
  const fault = (part: Part, code: Fault['code']): Fault => ({
    in: 'body',
    pointer: `/${part}`,
    code,
    message,
  });
  return [
    ...nearest.filter((part) => !given.includes(part)).map((part) => fault(part, 'required')),
    ...given
      .filter((part) => !nearest.includes(part))
      .map((part) => fault(part, 'conflicting_parameters')),
  ];
}

/** The envelope has the schema of an update; the fields of another operation may be fewer. */
function requireFields(operations: BulkOperations, { operation, fields }: Envelope): void {
  if (fields === undefined) return;
  const { faults = [] } = operations[operation]?.validateFields?.(fields) ?? {};
  if (faults.length === 0) return;
  throw invalid(faults.map((fault) => ({ ...fault, pointer: `/fields${fault.pointer}` })));
}

/** `apply_macro` applies a macro to its records. */
const inWordsOf = (operation: string): string => {
  const [verb, noun] = operation.split('_');
  return noun === undefined
    ? `${verb}s`
    : `${verb === 'apply' ? 'applies' : `${verb}s`} ${noun}s to`;
};

/** Returns a text such as "Creates or updates". */
const namesOf = (operations: BulkOperations): string => {
  const verbs = Object.keys(operations).map(inWordsOf);
  const text =
    verbs.length > 1 ? `${verbs.slice(0, -1).join(', ')} or ${verbs.at(-1)}` : `${verbs[0]}`;
  return text.charAt(0).toUpperCase() + text.slice(1);
};

export function bulkRoute(spec: BulkRoute): Route {
  const { type, path = `/${type}`, noun, operations, operationId, tag, policy } = spec;
  const verbs = namesOf(operations);
  return writes({
    method: 'POST',
    path: `${path}/bulk`,
    operationId,
    tag,
    summary: 'Submit a bulk job',
    description: `${verbs} ${noun}s: queues a job of up to ${MAX_ROWS} rows and returns it. The rows are processed in the background, one by one, each under the same rules as a request for a single ${noun}, with its own events and audit entry. A failed row does not affect the others. An invalid envelope, or invalid \`fields\` of an update, is refused with 400 and nothing is queued. \`Location\` and \`status_url\` are the URL of the job.`,
    policy,
    limit: 'bulk',
    body: envelopeOf(spec),
    success: { status: 202, description: 'The queued job.', schema: JobAccepted },
    errors: ['too_many_jobs'],
    write: (tx, request: RequestContext) => {
      const body = request.body as Envelope;
      const faults = formFaults(operations, body);
      if (faults.length > 0) throw invalid(faults);
      requireFields(operations, body);
      const { operation, ids = [], fields, records, dry_run: isDryRun = false } = body;
      return acceptJob(tx, request, {
        type,
        operation,
        isDryRun,
        records: records ?? ids.map((id) => ({ id })),
        fields,
      });
    },
  });
}
