// Model and subject are compared in the form of a response of GET /incidents/:id/sla.
import type { ClockView } from './model.ts';

interface SlaResponse {
  sla: object;
  segments: readonly { state: string; from: string; to: string | null; seconds: number }[];
}

export function clockViewOf(
  events: readonly string[],
  { sla, segments }: SlaResponse,
): ClockView & { ran: number } {
  // Predicted threshold times are not compared; the emitted events check them.
  const { warning_at: _w, breach_at: _b, ...rest } = sla as Record<string, unknown>;
  return {
    events: [...events],
    sla: rest,
    segments: segments.map(({ state, from, to }) => `${state} ${from} ${to ?? ''}`),
    ran: segments
      .filter(({ state }) => state === 'running')
      .reduce((sum, { seconds }) => sum + seconds, 0),
  };
}
