// Errors have the form of RFC 7644, section 3.12.
import type { ApiError, ErrorCode } from '../../platform/errors.ts';
import { toApiError } from '../../platform/http/output/errors.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, scimType: ScimType | undefined, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalidValue = (detail: string): ScimError =>
  new ScimError(400, 'invalidValue', detail);

export const noSuchResource = (kind: string, id: string): ScimError =>
  new ScimError(404, undefined, `${kind} ${id} does not exist, or another connector manages it.`);

/** Errors of the service that SCIM names by a type of its own. */
const scimTypes: Partial<Record<ErrorCode, ScimType>> = {
  already_exists: 'uniqueness',
  malformed_json: 'invalidSyntax',
  validation_failed: 'invalidValue',
};

interface ErrorReply {
  status: number;
  body: object;
  headers: Record<string, string>;
  /** The error is ours, so it is logged. */
  isCrash: boolean;
}

const replyOf = (
  { status, scimType, message }: Pick<ScimError, 'status' | 'scimType' | 'message'>,
  headers: ApiError['headers'] = {},
): ErrorReply => ({
  status,
  body: {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType && { scimType }),
    detail: message,
  },
  headers,
  isCrash: status === 500,
});

export function errorReply(error: Error): ErrorReply {
  if (error instanceof ScimError) return replyOf(error);
  const { status, code, message, headers } = toApiError(error);
  return replyOf({ status, scimType: scimTypes[code], message }, headers);
}
