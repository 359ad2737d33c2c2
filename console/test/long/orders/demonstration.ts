// Four people of the demonstration sign in to its catalog.
import { seedEmpty } from '../../../../server/src/demo/index.ts';
import type { Report } from '../../../../server/test/support/report.ts';
import { type ConsoleInstance, openConsole, type Person } from '../../console-browser.ts';
import { actionsOf } from '../tasks/hand.ts';
import { Keyboard } from '../tasks/keyboard.ts';

const colleagues = ['anna', 'jack', 'rosa', 'gwen'] as const;
export type Colleague = (typeof colleagues)[number];

/** Anna is an employee, Jack her manager, who owns a system; Rosa gives access, and Gwen prepares devices. */
const accounts: Readonly<Record<Colleague, readonly [name: string, role: string]>> = {
  anna: ['anna.berg', 'requester'],
  jack: ['jack.doyle', 'requester'],
  rosa: ['rosa.marchetti', 'agent'],
  gwen: ['gwen.ashby', 'agent'],
};

export interface Scene {
  console: ConsoleInstance;
  people: Readonly<Record<Colleague, Person>>;
  faults: string[];
  /** Screenshots are written here; empty for none. */
  folder: string;
  /** The committed texts of the pages are written anew. */
  update: boolean;
}

/** The effort of each person, by the item that they worked on. */
export class Efforts {
  readonly #hands = new Map<string, Keyboard>();
  readonly #scene: Scene;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  handOf(item: string, colleague: Colleague): Keyboard {
    const name = `${item} ${colleague}`;
    const hand = this.#hands.get(name) ?? new Keyboard(this.#scene.people[colleague].page);
    this.#hands.set(name, hand);
    return hand;
  }

  get report(): Required<Pick<Report, 'figures' | 'notes'>> {
    const efforts = [...this.#hands].map(([name, { effort }]) => ({ name, ...effort }));
    const sum = (part: 'keys' | 'clicks' | 'texts') =>
      efforts.reduce((total, effort) => total + effort[part], 0);
    return {
      figures: {
        ...Object.fromEntries(efforts.map(({ name, ...effort }) => [name, actionsOf(effort)])),
        keys: sum('keys'),
        clicks: sum('clicks'),
        texts: sum('texts'),
      },
      notes: efforts.map(
        ({ name, keys, clicks, texts }) =>
          `${name}: keys ${keys}, clicks ${clicks}, texts ${texts}`,
      ),
    };
  }
}

/** Nobody but the administrator of a demonstration has a password, so that each of the four gets one here. */
export async function openDemonstration(folder: string, update: boolean): Promise<Scene> {
  const console = await openConsole();
  try {
    await seedEmpty(console.instance.deps);
    const people: Partial<Record<Colleague, Person>> = {};
    for (const colleague of colleagues)
      people[colleague] = await console.signIn(...accounts[colleague]);
    const all = people as Record<Colleague, Person>;
    return { console, people: all, faults: [], folder, update };
  } catch (error) {
    await console.stop();
    throw error;
  }
}
