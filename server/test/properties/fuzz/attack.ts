// One way to corrupt a valid request.
import type { Draft } from './draft.ts';
import type { Random } from '../../support/random.ts';

export interface Attack {
  name: string;
  apply: (draft: Draft, random: Random) => void;
}
