import type { ChangeCreate, ChangeUpdate } from '../../changes/index.ts';
import type { Person } from './people.ts';

export interface ChangePlan {
  key: string;
  by: Person;
  created: number;
  input: ChangeCreate;
  window?: [start: number, end: number];
  /** Only a change that is created as a draft is submitted later. */
  submitted?: number;
  decisions?: readonly [at: number, by: Person, decision: 'approve' | 'reject', comment: string][];
  /** The change has this state now. */
  reached: NonNullable<ChangeUpdate['state']>;
  notes?: readonly [at: number, by: Person, body: string][];
  /** The change is linked to the incidents of the storm at this time. */
  linked?: number;
}
