// Sends the steps of each round at the same time. Some order of them must explain, by the model, every response and how all
// orders stand afterwards.
import { isDeepStrictEqual } from 'node:util';
import { until } from '../../support/processes.ts';
import type { Random } from '../../support/random.ts';
import { drawRound, liveOrders } from './draw.ts';
import type { ApprovalModel, ModelOrder, Step } from './model.ts';
import type { ApprovalSite, SeenOrder } from './site.ts';

export interface Round {
  steps: Step[];
  responses: string[];
  /** The orders that were open before or were created, by their places, after all followed from the steps. */
  seen: [at: number, order: SeenOrder][];
}

const isOfPeople = (step: Step): boolean => !['order', 'decide', 'cancel'].includes(step.do);

const stateOf = ({ state, stages }: ModelOrder): SeenOrder => ({ state, stages });

/** Returns the model after some order of the steps that explains the responses and `seen`; undefined without one. */
export function explain(
  model: ApprovalModel,
  { steps, responses, seen }: Round,
): ApprovalModel | undefined {
  const search = (before: ApprovalModel, left: readonly number[]): ApprovalModel | undefined => {
    if (left.length === 0)
      return seen.every(([at, order]) =>
        isDeepStrictEqual(order, stateOf(before.world.orders[at]!)),
      )
        ? before
        : undefined;
    for (const at of left) {
      const next = before.copy();
      if (next.apply(steps[at]!) !== responses[at]) continue;
      const found = search(
        next,
        left.filter((other) => other !== at),
      );
      if (found) return found;
    }
    return undefined;
  };
  return search(
    model,
    steps.map((_, at) => at),
  );
}

export class Rounds {
  readonly history: Round[] = [];
  readonly faults: string[] = [];
  readonly tally = { rounds: 0, steps: 0, decisions: 0, refused: 0, instead: 0, nobody_left: 0 };
  readonly #site: ApprovalSite;
  #model: ApprovalModel;

  constructor(site: ApprovalSite, model: ApprovalModel) {
    this.#site = site;
    this.#model = model;
  }

  get model(): ApprovalModel {
    return this.#model;
  }

  /** Returns whether the model explains the round. */
  async play(steps: readonly Step[]): Promise<boolean> {
    const live = liveOrders(this.#model);
    const responses = await Promise.all(steps.map((step) => this.#site.send(step)));
    const places = [...live];
    for (let at = this.#model.world.orders.length; at < this.#site.orders.length; at += 1)
      places.push(at);
    const round: Round = { steps: [...steps], responses, seen: [] };
    const read = async (): Promise<ApprovalModel | undefined> => {
      const seen = await this.#site.read(places);
      round.seen = seen.map((order, index) => [places[index]!, order]);
      return explain(this.#model, round);
    };
    // Jobs follow from a change of people.
    const next = steps.some(isOfPeople)
      ? await until('the state of the model', read).catch(() => undefined)
      : await read();
    this.history.push(round);
    if (!next) {
      this.faults.push(
        `no order of these steps explains the round: ${JSON.stringify(round)}\nafter ${JSON.stringify(this.#model.world)}`,
      );
      return false;
    }
    this.#count(round);
    this.#model = next;
    return true;
  }

  #count({ steps, responses, seen }: Round): void {
    this.tally.rounds += 1;
    this.tally.steps += steps.length;
    for (const [at, step] of steps.entries())
      if (step.do === 'decide') this.tally[responses[at] === '200' ? 'decisions' : 'refused'] += 1;
    this.tally.nobody_left += seen.filter(([, { stages }]) =>
      stages.some((stage) => stage.nobody_left),
    ).length;
    this.tally.instead += seen.filter(([, { stages }]) =>
      stages.some(({ decisions }) => decisions.some(({ as }) => as !== 'approver')),
    ).length;
  }

  /** One person reads what they may decide. */
  async readAs(random: Random): Promise<void> {
    const { world } = this.#model;
    const { name } = random.pick(world.people.filter(({ active }) => active));
    const expected = world.orders.flatMap((order, at) =>
      this.#model.mayDecide(name, order) ? [at] : [],
    );
    const actual = await this.#site.decidable(name);
    const live = liveOrders(this.#model);
    const at = live.length > 0 ? random.pick(live) : undefined;
    const order = at === undefined ? undefined : world.orders[at];
    const sees =
      order && this.#model.canRead(name, order) ? this.#model.mayDecide(name, order) : undefined;
    const seen = at === undefined ? undefined : await this.#site.mayDecide(name, at);
    if (!isDeepStrictEqual([actual, seen], [expected, sees]))
      this.faults.push(
        `${name} may decide ${JSON.stringify([actual, seen])}, and by the model ${JSON.stringify([expected, sees])}, of ${JSON.stringify(world)}`,
      );
  }

  /** Returns whether everything was explained. */
  async playRandom(random: Random, rounds: number): Promise<void> {
    for (let at = 0; at < rounds && this.faults.length === 0; at += 1) {
      const isExplained = await this.play(drawRound(random, this.#model));
      if (isExplained && random.chance(0.3)) await this.readAs(random);
    }
  }
}
