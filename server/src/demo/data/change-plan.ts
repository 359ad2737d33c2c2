// A change of the demonstration: what is planned, who decides, and the state it reaches.
import type { ChangeCreate, ChangeUpdate } from '../../changes/index.ts';
import type { Person } from './people.ts';

export interface ChangePlan {
  key: string;
  by: Person;
  created: number;
  input: ChangeCreate;
  window?: [start: number, end: number];
  /** Of a draft. */
  submitted?: number;
  decisions?: readonly [at: number, by: Person, decision: 'approve' | 'reject', comment: string][];
  /** The state it has now. */
  reached: NonNullable<ChangeUpdate['state']>;
  notes?: readonly [at: number, by: Person, body: string][];
  /** When it is linked to the incidents of the storm. */
  linked?: number;
}
