// The people of the fifteen tasks, and the form that each task has.
import type { Json } from '../../../../server/test/support/harness.ts';
import type { Receiver } from '../../../../server/test/support/receivers.ts';
import type { ConsoleInstance, Person } from '../../console-browser.ts';
import { type Role, send } from '../reference-fill.ts';
import type { Hand } from './hand.ts';

export const TEAM = 'Workplace';

export interface Scene {
  console: ConsoleInstance;
  /** Ines and Luca are agents of the same team. */
  ines: Person;
  luca: Person;
  /** Helen is a manager. */
  helen: Person;
  /** Anna is an employee. */
  anna: Person;
  /** Ada is an administrator. */
  ada: Person;
  receiver: Receiver;
}

/** Returns the hand with which this person does the task; its effort is counted. */
type HandOf = (person: Person) => Hand;

export interface Task {
  name: string;
  /** The effort and the result the first time, before requesters and replies existed. */
  first: { text: string; actions?: number; texts?: number };
  /** Prepares the task and returns the part that is counted and timed, which may return a remark. */
  prepare: (scene: Scene) => Promise<(handOf: HandOf) => Promise<string | void>>;
}

export const post = ({ console }: Scene, path: string, body: object, as?: Role): Promise<Json> =>
  send(console.instance, 'POST', path, body, as);

export const patch = ({ console }: Scene, path: string, body: object, as?: Role): Promise<Json> =>
  send(console.instance, 'PATCH', path, body, as);

export const get = ({ console }: Scene, path: string): Promise<Json> =>
  send(console.instance, 'GET', path);

/** Opens a page before the task begins. */
export async function open({ console }: Scene, { page }: Person, path: string): Promise<void> {
  await page.goto(`${console.url}/console${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Throws if a fact differs, because then the task was not done. */
export function check(fact: string, actual: unknown, expected: unknown): void {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${fact}: ${one} instead of ${other}`);
}
