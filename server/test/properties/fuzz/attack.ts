// An attack makes a valid request hostile in one way.
import type { Draft } from './draft.ts';
import type { Random } from '../../support/random.ts';

export interface Attack {
  name: string;
  apply: (draft: Draft, random: Random) => void;
}
