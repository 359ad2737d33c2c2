// A naive model of approvals in stages: people, groups and orders are plain objects, and each stage is evaluated anew after
// every step. It shares no code with server/src/requests.

export type RoleName = 'requester' | 'agent' | 'itsm_manager' | 'auditor';

export interface Person {
  name: string;
  role: RoleName;
  active: boolean;
  isAway: boolean;
  delegate: string | null;
  manager: string | null;
}

export interface StageDefinition {
  name: string;
  approvers: 'people' | 'group' | 'manager_of_requester' | 'field';
  people?: string[];
  group?: string;
  need: 'any' | 'all' | number;
}

export type Outcome = 'approved' | 'rejected';

export interface ModelDecision {
  by: string;
  as: 'approver' | 'delegate' | 'manager';
  for: string[];
  decision: Outcome;
}

export interface ModelStage {
  state: 'waiting' | 'open' | 'approved' | 'rejected';
  approvers: string[];
  waiting_for: string[];
  decisions: ModelDecision[];
  nobody_left: boolean;
}

export interface ModelOrder {
  by: string;
  for: string | null;
  /** The answer that names an approver. */
  chosen: string | null;
  item: number;
  state: 'submitted' | 'approved' | 'rejected' | 'cancelled';
  stages: ModelStage[];
}

export interface World {
  people: Person[];
  groups: Record<string, string[]>;
  items: StageDefinition[][];
  orders: ModelOrder[];
}

export type Step =
  | { do: 'order'; by: string; for: string | null; item: number; chosen: string | null }
  | { do: 'decide'; by: string; order: number; outcome: Outcome }
  | { do: 'cancel'; by: string; order: number }
  | { do: 'absence'; who: string; isAway: boolean; delegate: string | null; by: 'me' | 'manager' }
  | { do: 'activity'; who: string; active: boolean }
  | { do: 'members'; group: string; members: string[] }
  | { do: 'manager'; who: string; manager: string | null };

const clone = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

export class ApprovalModel {
  readonly world: World;

  constructor(world: World) {
    this.world = clone(world);
  }

  copy(): this {
    return new (this.constructor as new (world: World) => this)(this.world);
  }

  person(name: string): Person {
    const found = this.world.people.find((one) => one.name === name);
    if (!found) throw new Error(`Nobody is called ${name}.`);
    return found;
  }

  isManager(name: string): boolean {
    return this.person(name).role === 'itsm_manager';
  }

  isParty(order: ModelOrder, name: string): boolean {
    return order.by === name || order.for === name;
  }

  /** Somebody who is away has a delegate, who decides in their place. */
  standsIn(name: string, absent: string): boolean {
    const { active, isAway, delegate } = this.person(absent);
    return active && isAway && delegate === name;
  }

  findNamed(order: ModelOrder, stage: StageDefinition): (string | null)[] {
    const members = this.world.groups[stage.group ?? ''] ?? [];
    if (stage.approvers === 'people') return stage.people ?? [];
    if (stage.approvers === 'group') return members;
    if (stage.approvers === 'field') return members.filter((name) => name === order.chosen);
    return [this.person(order.for ?? order.by).manager];
  }

  approversOf(order: ModelOrder, stage: StageDefinition): string[] {
    const found: string[] = [];
    for (const name of this.findNamed(order, stage))
      if (name !== null && !found.includes(name))
        if (this.person(name).active && !this.isParty(order, name)) found.push(name);
    return found;
  }

  /** Whether an approver, or who stands in for them, could decide the stage now. */
  isLeft(order: ModelOrder, stage: ModelStage, name: string): boolean {
    const { active, isAway, delegate } = this.person(name);
    if (!active) return false;
    if (!isAway) return true;
    if (delegate === null || !this.person(delegate).active) return false;
    if (this.isParty(order, delegate)) return false;
    return stage.decisions.every(({ by }) => by !== delegate);
  }

  isWaitedFor(name: string): boolean {
    return this.person(name).active;
  }

  isApproved(stage: ModelStage, need: StageDefinition['need']): boolean {
    const approvals = stage.decisions.length;
    if (stage.decisions.some(({ as }) => as === 'manager')) return true;
    if (approvals === 0) return false;
    const possible = stage.waiting_for.filter((name) => this.isWaitedFor(name)).length;
    if (need === 'all') return possible === 0;
    return approvals >= (need === 'any' ? 1 : Math.min(need, approvals + possible));
  }

  isRejected(stage: ModelStage): boolean {
    return stage.decisions.some(({ decision }) => decision === 'rejected');
  }

  settle(order: ModelOrder): void {
    if (order.state !== 'submitted') return;
    const definitions = this.world.items[order.item] ?? [];
    for (const [at, stage] of order.stages.entries()) {
      const definition = definitions[at]!;
      if (stage.state === 'approved') continue;
      if (stage.state === 'waiting') this.open(order, stage, definition);
      stage.nobody_left = false;
      if (this.isRejected(stage)) {
        stage.state = 'rejected';
        order.state = 'rejected';
        return;
      }
      if (!this.isApproved(stage, definition.need)) {
        stage.nobody_left = stage.waiting_for.every((name) => !this.isLeft(order, stage, name));
        return;
      }
      stage.state = 'approved';
    }
    order.state = 'approved';
  }

  open(order: ModelOrder, stage: ModelStage, definition: StageDefinition): void {
    stage.state = 'open';
    stage.approvers = this.approversOf(order, definition);
    stage.waiting_for = [...stage.approvers];
  }

  /** Only requesters see nothing but their own. */
  canRead(name: string, order: ModelOrder): boolean {
    if (this.person(name).role !== 'requester' || this.isParty(order, name)) return true;
    const approvers = order.stages.flatMap((stage) => stage.approvers);
    return approvers.some((one) => one === name || this.standsIn(name, one));
  }

  /** Returns the part that the person would decide in, or the response without one. */
  roleOf(name: string, order: ModelOrder): Pick<ModelDecision, 'as' | 'for'> | string {
    // The response does not say whether there is such a request.
    if (!this.canRead(name, order)) return '403 insufficient_role';
    if (order.state !== 'submitted') return '409 invalid_transition';
    if (this.isParty(order, name)) return '403 self_approval';
    const stage = order.stages.find(({ state }) => state === 'open');
    if (!stage || this.hasDecided(stage, name)) return '403 insufficient_role';
    const others = stage.waiting_for.filter((one) => one !== name && this.standsIn(name, one));
    if (stage.waiting_for.includes(name)) return { as: 'approver', for: others };
    if (others.length > 0) return { as: 'delegate', for: others };
    return this.isManager(name) ? { as: 'manager', for: [] } : '403 insufficient_role';
  }

  hasDecided(stage: ModelStage, name: string): boolean {
    return stage.decisions.some(({ by }) => by === name);
  }

  mayDecide(name: string, order: ModelOrder): boolean {
    return typeof this.roleOf(name, order) !== 'string';
  }

  decide(name: string, order: ModelOrder, decision: Outcome): string {
    const role = this.roleOf(name, order);
    if (typeof role === 'string') return role;
    const stage = order.stages.find(({ state }) => state === 'open')!;
    stage.decisions.push({ by: name, ...role, decision });
    const decided = new Set([name, ...role.for]);
    stage.waiting_for = stage.waiting_for.filter((one) => !decided.has(one));
    return '200';
  }

  cancel(name: string, order: ModelOrder): string {
    if (!this.canRead(name, order)) return '404';
    const { role } = this.person(name);
    if (role === 'auditor') return '403 insufficient_role';
    if (order.state === 'rejected' || order.state === 'cancelled') return '409 invalid_transition';
    const isEditor = role === 'agent' || role === 'itsm_manager';
    if (!isEditor && (order.by !== name || order.state !== 'submitted'))
      return '403 insufficient_role';
    order.state = 'cancelled';
    return '200';
  }

  order({ by, for: other, item, chosen }: Step & { do: 'order' }): string {
    const definitions = this.world.items[item]!;
    const isWrong = definitions.some(
      ({ approvers, group }) =>
        approvers === 'field' &&
        chosen !== null &&
        !(this.world.groups[group ?? ''] ?? []).includes(chosen),
    );
    if (isWrong) return '400 validation_failed';
    const stages = definitions.map((): ModelStage => ({
      state: 'waiting',
      approvers: [],
      waiting_for: [],
      decisions: [],
      nobody_left: false,
    }));
    this.world.orders.push({ by, for: other, chosen, item, state: 'submitted', stages });
    return '201';
  }

  /** Returns the response to a step, after which every order is settled. */
  apply(step: Step): string {
    const response = this.#perform(step);
    for (const order of this.world.orders) this.settle(order);
    return response;
  }

  #perform(step: Step): string {
    switch (step.do) {
      case 'order':
        return this.order(step);
      case 'decide':
        return this.decide(step.by, this.world.orders[step.order]!, step.outcome);
      case 'cancel':
        return this.cancel(step.by, this.world.orders[step.order]!);
      case 'absence':
        Object.assign(this.person(step.who), { isAway: step.isAway, delegate: step.delegate });
        return '200';
      case 'activity':
        this.person(step.who).active = step.active;
        return '200';
      case 'members':
        this.world.groups[step.group] = [...step.members];
        return '200';
      case 'manager':
        this.person(step.who).manager = step.manager;
        return '200';
      default:
        throw new Error('The model does not know the step.');
    }
  }
}
