import Type from 'typebox';
import { anyOf } from '../platform/http/output/pagination.ts';
import { idText, nullable, object, oneOf } from '../platform/http/input/schema.ts';
import { CURRENT_VERSION, exampleUrl } from '../platform/http/request/request-url.ts';
import { warningsSchema } from '../records/index.ts';

export const MAX_ROWS = 100;

const statuses = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof statuses)[number];

const cancelReasons = ['requested', 'caller_deactivated'] as const;
export type CancelReason = (typeof cancelReasons)[number];

const instant = Type.String({ format: 'date-time' });

export const JobId = idText('Job ids', {
  pattern: '^job_[0-9a-f]{32}$',
  example: 'job_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
});

export const JobAccepted = object(
  {
    job_id: JobId,
    status: oneOf(['queued']),
    operation: Type.String(),
    total: Type.Integer({ description: 'Number of rows.' }),
    status_url: Type.String({ description: 'Poll this URL for the status of the job.' }),
  },
  {
    title: 'JobAccepted',
    examples: [
      {
        job_id: 'job_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
        status: 'queued',
        operation: 'update',
        total: 2,
        status_url: exampleUrl('/jobs/job_019a86517f9e7c3e9d5e0f1a2b3c4d5e'),
      },
    ],
  },
);

const summary = {
  job_id: JobId,
  type: Type.String({ description: 'Type of the records, such as `incidents`.' }),
  operation: Type.String(),
  dry_run: Type.Boolean({ description: 'Rows are validated but not applied.' }),
  status: oneOf(statuses, {
    description:
      '`completed`: all rows were processed and at least one succeeded. `failed`: all rows failed. `cancelled`: the remaining rows were skipped.',
  }),
  cancel_reason: nullable(
    oneOf(cancelReasons, {
      description:
        '`requested`: by a request to cancel the job. `caller_deactivated`: the user who submitted it was deactivated. Null unless the job was cancelled.',
    }),
  ),
  total: Type.Integer(),
  processed: Type.Integer({ description: 'Processed rows: the sum of succeeded and failed.' }),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  created_at: instant,
  started_at: nullable(instant),
  finished_at: nullable(instant),
  expires_at: nullable(
    Type.String({
      format: 'date-time',
      description: 'When the job is deleted; null until it has finished.',
    }),
  ),
};

export const JobSummary = object(summary, { title: 'JobSummary' });

const Result = object(
  {
    index: Type.Integer({ description: 'Zero-based index of the row in the request.' }),
    id: nullable(
      Type.String({ description: 'Id of the record; null if none was created or named.' }),
    ),
    status: oneOf(['succeeded', 'failed', 'skipped']),
    error: Type.Optional(
      Type.Object(
        { code: Type.String(), status: Type.Integer(), detail: Type.String() },
        {
          additionalProperties: true,
          description: 'The error that a request for this row alone would have returned.',
        },
      ),
    ),
    warnings: Type.Optional(warningsSchema),
  },
  { title: 'JobResult' },
);

export const Job = object(
  {
    ...summary,
    results: Type.Array(Result, {
      description: 'Results of the processed rows, in the order of the request.',
    }),
  },
  {
    title: 'Job',
    examples: [
      {
        job_id: 'job_019a86517f9e7c3e9d5e0f1a2b3c4d5e',
        type: 'incidents',
        operation: 'update',
        dry_run: false,
        status: 'completed',
        cancel_reason: null,
        total: 2,
        processed: 2,
        succeeded: 1,
        failed: 1,
        created_at: '2026-11-15T09:30:00.000Z',
        started_at: '2026-11-15T09:30:00.012Z',
        finished_at: '2026-11-15T09:30:00.031Z',
        expires_at: '2026-11-22T09:30:00.031Z',
        results: [
          { index: 0, id: 'INC0000042', status: 'succeeded' },
          {
            index: 1,
            id: 'INC0000043',
            status: 'failed',
            error: {
              type: 'urn:signalbox:problem:invalid_transition',
              title: 'The state cannot change this way',
              status: 409,
              detail:
                'You can move an incident from new to in_progress or cancelled, not to closed.',
              instance: `${CURRENT_VERSION}/jobs/job_019a86517f9e7c3e9d5e0f1a2b3c4d5e#/results/1`,
              code: 'invalid_transition',
              request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
              current_state: 'new',
              requested_state: 'closed',
              allowed_transitions: ['in_progress', 'cancelled'],
            },
          },
        ],
      },
    ],
  },
);

export const jobFilters = {
  status: Type.Optional(anyOf(oneOf(statuses), 'Status.')),
  dry_run: Type.Optional(
    anyOf(oneOf(['true', 'false']), 'True for jobs that only validate their rows.'),
  ),
};
