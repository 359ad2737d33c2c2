// All failures of the SDK have one error class, with the problem details of the response.
import type { Problem } from './generated/schemas.ts';

/** Faults that occur in the client have these codes. */
export type ClientErrorCode =
  | 'network_error'
  | 'timeout'
  | 'invalid_response'
  | 'not_modified'
  | 'no_token'
  | 'invalid_signature';

export type ErrorCode = Problem['code'] | ClientErrorCode;

/** A problem with one of these codes has members besides those of every problem. */
export interface ProblemMembers {
  insufficient_role: { required_roles: string[] };
  method_not_allowed: { allowed_methods: string[] };
  invalid_transition: {
    current_state: string;
    requested_state: string;
    allowed_transitions: string[];
  };
  job_finished: { job_status: string };
  already_exists: { field: string };
  identity_conflict: { ci_id: string };
  version_mismatch: { current_version: number; changed_fields: string[] };
  attachment_quota: { quota: string; limit_bytes: number; remaining_bytes: number };
  rate_limited: { limited_by: string };
  ai_budget_exceeded: { budget: number };
}

type MembersOf<C> = C extends keyof ProblemMembers ? ProblemMembers[C] : object;

/** An input error is about one invalid part of the input. */
export type InputError = NonNullable<Problem['errors']>[number];

interface Fault {
  status?: number | undefined;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
  problem?: Problem | undefined;
  cause?: unknown;
}

export class SignalboxError extends Error {
  override readonly name = 'SignalboxError';
  /** Codes are stable; those of the service are in its reference, the others in `ClientErrorCode`. */
  readonly code: ErrorCode;
  /** The status is 0 if there was no response. */
  readonly status: number;
  /** The operator can find the request by this id. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The body of the response is undefined if it had none. */
  readonly problem: Problem | undefined;

  constructor(code: ErrorCode, message: string, fault: Fault = {}) {
    super(message, { cause: fault.cause });
    this.code = code;
    this.status = fault.status ?? 0;
    this.problem = fault.problem;
    this.requestId = fault.problem?.request_id ?? fault.requestId;
    this.retryAfterSeconds = fault.retryAfterSeconds;
  }

  /** Returns every invalid part of the input; empty for other errors. */
  get errors(): readonly InputError[] {
    return this.problem?.errors ?? [];
  }

  /** Returns the JSON Pointer of the first invalid part of the input. */
  get pointer(): string | undefined {
    return this.errors[0]?.pointer;
  }

  /** Returns the values that are allowed at `pointer`, or the states that are allowed next. */
  get allowed(): readonly string[] | undefined {
    const members = this.problem as Partial<ProblemMembers['invalid_transition']> | undefined;
    return this.errors[0]?.allowed ?? members?.allowed_transitions;
  }

  /** Returns whether the value is an error with this code; `problem` then has the members of the code. */
  static is<C extends ErrorCode>(
    error: unknown,
    code: C,
  ): error is SignalboxError & { code: C; problem: Problem & MembersOf<C> } {
    return error instanceof SignalboxError && error.code === code;
  }
}
