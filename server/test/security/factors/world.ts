// Attacks on the second factor share one instance, whose clock stands still between them.
import { Browser } from '../../support/people.ts';
import { Factors, type Landed, tokenIn } from '../../support/factors.ts';
import { type Instance, startInstance } from '../../support/harness.ts';
import { CONSOLE, type Person } from '../../support/logins.ts';
import { TestClock } from '../../spec/setup.ts';

/** An attack returns true if it has reached its goal. */
export type Attack = (world: World) => Promise<boolean>;

export class World {
  readonly clock: TestClock;
  readonly instance: Instance;
  readonly factors: Factors;

  constructor(instance: Instance, clock: TestClock) {
    this.instance = instance;
    this.clock = clock;
    this.factors = new Factors(instance);
  }

  /** The code that confirmed the app is used up, so time passes. */
  readonly victim = async () => {
    const made = await this.factors.personWithApp(['requester']);
    this.clock.forward(90);
    return made;
  };

  /** The attacker knows the password and has entered it. */
  async enter(person: Person, browser = new Browser()) {
    const { interaction, attempt } = await this.factors.begin(person, browser);
    return { interaction, attempt, browser };
  }

  /** Sends a code in a sign-in of its own. */
  readonly tryCode = async (person: Person, code: string): Promise<boolean> => {
    const { browser, interaction } = await this.enter(person);
    return isSignedIn(await this.factors.submit(browser, `${interaction}/factor`, { code }));
  };

  async tryRecovery(person: Person, recovery_code: string): Promise<boolean> {
    const { browser, interaction } = await this.enter(person);
    const path = `${interaction}/recovery`;
    return isSignedIn(await this.factors.submit(browser, path, { recovery_code }));
  }

  /** Starts another authorization in the browser, and returns where it ends without any input. */
  async authorize(browser: Browser, more: Record<string, string> = {}): Promise<boolean> {
    const { landed } = await this.factors.logins.open(CONSOLE, browser, more);
    return landed.searchParams.has('code');
  }

  async setRequired(require_second_factor: string[]): Promise<void> {
    const body = { require_second_factor };
    await this.instance.call('PATCH', '/settings', { as: 'super_admin', body });
    this.clock.forward(1);
  }

  /** Returns the factors that the person has. */
  readonly count = async ({ id }: Person): Promise<number> => {
    return (await this.instance.sql('select from factors where user_id = $1', [id])).length;
  };
}

export const isSignedIn = ({ url }: Landed): boolean => url.searchParams.has('code');

/** Returns the token of the forms that the browser may send. */
export async function tokenOf(factors: Factors, browser: Browser): Promise<string> {
  return tokenIn((await factors.page(browser, '/security')).text);
}

export async function openWorld(): Promise<World> {
  const clock = new TestClock();
  return new World(await startInstance({ now: () => clock.now }), clock);
}
