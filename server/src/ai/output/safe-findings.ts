// Findings of a model are shown only within their schema, and cite only cases that were retrieved.
import type { Findings } from '../ai.schema.ts';
import type { Neighbour } from '../resolved/neighbours.ts';
import { safeText } from './safe-text.ts';

const MAX_STEPS = 20;
const MAX_TEXT_LENGTH = 8000;

export function safeFindings(
  findings: Findings,
  neighbours: readonly Neighbour[],
  baseUrl: string,
): Findings {
  const text = (value: string): string => safeText(value, baseUrl, MAX_TEXT_LENGTH);
  const known = new Set(neighbours.map(({ id }) => id));
  const problems = new Set(neighbours.map(({ parent_problem_id }) => parent_problem_id));
  return {
    probable_root_cause: text(findings.probable_root_cause),
    confidence: Math.min(1, Math.max(0, findings.confidence)),
    resolution_steps: findings.resolution_steps.slice(0, MAX_STEPS).map(text),
    related_problem: problems.has(findings.related_problem) ? findings.related_problem : '',
    similar_past_incidents: [...new Set(findings.similar_past_incidents)].filter((id) =>
      known.has(id),
    ),
    estimated_resolution_minutes: Math.max(0, Math.round(findings.estimated_resolution_minutes)),
    summary: text(findings.summary),
  };
}
