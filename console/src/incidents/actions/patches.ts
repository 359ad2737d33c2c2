// Words for a change, and the change that takes it back.
import type { IncidentUpdate } from '../../api/index.ts';

const nameOf = (value: string | null): string => value ?? 'nobody';

/** "Assigned to ada@example.com" */
export function describePatch(patch: IncidentUpdate): string {
  if (patch.state !== undefined) return `state → ${patch.state.replace('_', ' ')}`;
  if (patch.assigned_to !== undefined) return `assignee → ${nameOf(patch.assigned_to)}`;
  if (patch.assignment_group !== undefined) return `group → ${nameOf(patch.assignment_group)}`;
  if (patch.priority !== undefined) return `priority → ${patch.priority}`;
  return Object.keys(patch).join(', ');
}

/** The values before the change; undefined for a transition, which has no way back. */
export function reverseOf(
  before: Readonly<Record<string, unknown>>,
  patch: IncidentUpdate,
): IncidentUpdate | undefined {
  if ('state' in patch || 'work_note' in patch) return undefined;
  return Object.fromEntries(Object.keys(patch).map((field) => [field, before[field]]));
}
