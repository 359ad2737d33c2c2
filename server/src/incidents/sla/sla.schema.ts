import Type from 'typebox';
import { nullable, object, oneOf } from '../../platform/http/input/schema.ts';
import { SlaTargetHistory } from '../../sla/index.ts';
import { Sla } from '../incidents.schema.ts';
import { phaseNames } from './sla.clock.ts';

const Segment = object(
  {
    state: oneOf(phaseNames, { description: 'State of the clock.' }),
    from: Type.String({ format: 'date-time' }),
    to: nullable(
      Type.String({ format: 'date-time', description: 'Null for the current segment.' }),
    ),
    seconds: Type.Integer({ description: 'Up to `sla.as_of` for the current segment.' }),
    cause: object(
      {
        kind: Type.String({ description: 'Kind of the audit entry.' }),
        request_id: Type.Optional(
          Type.String({ description: 'X-Request-Id of the request that made the update.' }),
        ),
        actor: Type.String({ description: 'E-mail address of the actor.' }),
      },
      { description: 'The update that started the segment.' },
    ),
  },
  { title: 'SlaSegment' },
);

const cause = (request_id: string) => ({
  kind: 'incident.updated',
  request_id,
  actor: 'ada@example.com',
});

export const SlaHistory = object(
  {
    sla: Sla,
    earlier: Type.Optional(
      object(
        {
          running_seconds: Type.Integer(),
          halted_seconds: Type.Integer({ description: 'Paused or stopped.' }),
        },
        {
          description:
            'Totals before the first segment. Present only if there are more segments than are returned.',
        },
      ),
    ),
    segments: Type.Array(Segment, {
      description:
        'The segments of the resolution clock are oldest first, without gaps. The running segments add up to `sla.elapsed_seconds`.',
    }),
    targets: SlaTargetHistory,
  },
  {
    title: 'SlaHistory',
    examples: [
      {
        sla: {
          state: 'running',
          target_seconds: 28_800,
          elapsed_seconds: 9000,
          paused_seconds: 3600,
          remaining_seconds: 19_800,
          warning_at: '2026-11-15T16:00:00.000Z',
          breach_at: '2026-11-15T18:00:00.000Z',
          breached: false,
          as_of: '2026-11-15T12:30:00.000Z',
        },
        segments: [
          {
            state: 'running',
            from: '2026-11-15T09:00:00.000Z',
            to: '2026-11-15T11:00:00.000Z',
            seconds: 7200,
            cause: {
              kind: 'incident.created',
              request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
              actor: 'monitoring@example.com',
            },
          },
          {
            state: 'paused',
            from: '2026-11-15T11:00:00.000Z',
            to: '2026-11-15T12:00:00.000Z',
            seconds: 3600,
            cause: cause('0f3d8f7e-0c55-4c0e-8a51-7d0d3b1f9e02'),
          },
          {
            state: 'running',
            from: '2026-11-15T12:00:00.000Z',
            to: null,
            seconds: 1800,
            cause: cause('c5b0a6a4-6d0e-4d5e-9f62-2f6d4f8f7a13'),
          },
        ],
        targets: [],
      },
    ],
  },
);
