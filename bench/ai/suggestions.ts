// Measures how well fields of held-out incidents are suggested, and how well calibrated the confidence is.
import { similarIncidents, VOTERS } from '../../server/src/ai/resolved/neighbours.ts';
import { suggestionsOf } from '../../server/src/ai/resolved/suggestions.ts';
import { symptomOf } from '../../server/src/ai/resolved/index-incident.ts';
import { embedderOf } from '../../server/src/knowledge/embeddings/process-embedder.ts';
import { startInstance } from '../../server/test/support/harness.ts';
import { atLeast, atMost, type Report } from '../../server/test/support/report.ts';
import { fillResolved, type KnownIncident, readHeldOut } from './resolved-incidents.ts';

interface SuggestionResult {
  confidence: number;
  isRight: boolean;
}

const BINS = 10;

/** Returns the mean distance between the confidence and the share of right suggestions, over bins of equal width. */
function calibrationError(results: readonly SuggestionResult[]): number {
  const bins = Map.groupBy(results, ({ confidence }) =>
    Math.min(BINS - 1, Math.floor(confidence * BINS)),
  );
  return [...bins.values()].reduce((sum, bin) => {
    const confidence = bin.reduce((total, one) => total + one.confidence, 0) / bin.length;
    const share = bin.filter(({ isRight }) => isRight).length / bin.length;
    return sum + (Math.abs(confidence - share) * bin.length) / results.length;
  }, 0);
}

const fields = ['category', 'subcategory', 'assignment_group', 'priority'] as const;

/** This caller may read all incidents. */
const agent = { id: 'bench', email: 'bench@example.com', roles: ['agent'] };

export interface SuggestionOptions {
  known: number;
  asked: number;
  /** An earlier run had this count: fewer right categories are a fault. */
  leastRight: number;
}

export async function proveSuggestions(sizes: SuggestionOptions): Promise<Report> {
  const instance = await startInstance();
  try {
    await fillResolved(instance, sizes.known);
    const results = new Map<string, SuggestionResult[]>(fields.map((field) => [field, []]));
    const record = (incident: KnownIncident, suggestions: ReturnType<typeof suggestionsOf>) => {
      for (const field of fields) {
        const { value, confidence = 0 } = suggestions[field] ?? {};
        results.get(field)?.push({ confidence, isRight: value === incident[field] });
      }
    };
    for (const incident of readHeldOut(sizes.asked)) {
      const embedding = await embedderOf(instance.deps).embed(symptomOf(incident), 60_000);
      const request = { embedding, limit: VOTERS };
      record(incident, suggestionsOf(await similarIncidents(instance.deps, agent, request)));
    }
    const share = (field: string): number => {
      const all = results.get(field) ?? [];
      return all.filter(({ isRight }) => isRight).length / Math.max(1, all.length);
    };
    const right = Math.round(share('category') * sizes.asked);
    const errorOf = (field: string): number => calibrationError(results.get(field) ?? []);
    return {
      faults:
        right < sizes.leastRight ? [`${right} right categories, ${sizes.leastRight} before`] : [],
      figures: { known: sizes.known, 'held out': sizes.asked, right },
      goals: [
        atLeast('right category of held-out incidents', share('category'), 0.8),
        atMost('calibration error of the category', errorOf('category'), 0.1),
      ],
      notes: fields
        .slice(1)
        .map(
          (field) =>
            `${field}: ${share(field).toFixed(2)} right, calibration error ${errorOf(field).toFixed(2)}.`,
        ),
    };
  } finally {
    await instance.stop();
  }
}
