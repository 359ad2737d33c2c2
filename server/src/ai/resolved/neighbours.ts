// Field values for a new incident are chosen by a vote of similar resolved incidents.
import { embedderOf } from '../../knowledge/index.ts';
import { may } from '../../identity/index.ts';
import type { Actor, Viewer } from '../../platform/context.ts';
import { reachOf } from '../../platform/http/routes/policy.ts';
import type { Deps } from '../../platform/runtime/deps.ts';
import { findNeighbours, type Neighbour } from './neighbours.sql.ts';

export type { Neighbour } from './neighbours.sql.ts';

/** Two incidents with a lower cosine have nothing in common. */
const MIN_SIMILARITY = 0.3;

interface Similar {
  embedding: Float32Array;
  limit: number;
  category?: string | undefined;
  except?: string | undefined;
}

/** Returns the most similar first; none for a caller who may not read incidents. */
export async function similarIncidents(
  deps: Pick<Deps, 'db'>,
  actor: Actor,
  similar: Similar,
): Promise<Neighbour[]> {
  const reach = reachOf(may('incidents.read'), actor);
  if (!reach) return [];
  const viewer: Viewer = { actor, reach };
  const model = embedderOf(deps).modelId;
  const found = await findNeighbours(deps.db, { ...similar, model, viewer });
  return found.filter(({ similarity }) => similarity >= MIN_SIMILARITY);
}

export interface Vote {
  value: string;
  /** The confidence lies between 0 and 1. */
  confidence: number;
  votes: number;
  of: number;
}

export interface VoteOptions {
  /** The higher it is, the less distant neighbours count. */
  sharpness: number;
  /** Missing neighbours vote for no value with this weight, so that a few neighbours give no certainty. */
  doubt: number;
}

/** The values were chosen on the known incidents, each against the others; `npm run bench -- ai-suggestions` measures the held-out ones. */
const VOTING: VoteOptions = { sharpness: 20, doubt: 0.5 };

export const VOTERS = 20;

/** Returns the value with the largest share of the votes, weighted by similarity; undefined if no neighbour has a value. */
export function vote(
  neighbours: readonly Neighbour[],
  field: 'category' | 'subcategory' | 'priority' | 'assignment_group',
  { sharpness, doubt }: VoteOptions = VOTING,
): Vote | undefined {
  const voters = neighbours.filter((one) => one[field]);
  const best = voters[0];
  if (!best) return undefined;
  // Weights are relative to the nearest neighbour, so that they do not depend on how near it is.
  const weightOf = ({ similarity }: Neighbour) =>
    Math.exp(sharpness * (similarity - best.similarity));
  const shares = [...Map.groupBy(voters, (one) => one[field] as string)].map(([value, some]) => ({
    value,
    weight: some.reduce((sum, one) => sum + weightOf(one), 0),
    votes: some.length,
  }));
  const missing = Math.max(0, 1 - neighbours.length / VOTERS);
  const total = shares.reduce((sum, { weight }) => sum + weight, doubt * missing);
  const [first] = shares.toSorted((a, b) => b.weight - a.weight);
  return (
    first && {
      value: first.value,
      confidence: Number((first.weight / total).toFixed(3)),
      votes: first.votes,
      of: voters.length,
    }
  );
}
