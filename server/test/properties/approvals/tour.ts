// A world and rounds of steps that try every rule of approvals, also those that random rounds rarely reach.
import type { Person, RoleName, Step, World } from './model.ts';

const person = (name: string, role: RoleName, manager: string | null = null): Person => ({
  name,
  role,
  manager,
  active: true,
  isAway: false,
  delegate: null,
});

const group = { approvers: 'group', group: 'Finance' } as const;

export const tourWorld: World = {
  people: [
    person('p0', 'requester', 'p1'),
    person('p1', 'requester'),
    person('p2', 'requester'),
    person('p3', 'agent'),
    person('p4', 'requester'),
    person('p5', 'agent'),
    person('p6', 'itsm_manager'),
    person('p7', 'auditor'),
  ],
  groups: { Finance: ['p1', 'p2', 'p3'], Security: ['p2'] },
  items: [
    [{ name: 'All', ...group, need: 'all' }],
    [{ name: 'Two', ...group, need: 2 }],
    [{ name: 'People', approvers: 'people', people: ['p1', 'p2', 'p5'], need: 'any' }],
    [
      { name: 'Manager', approvers: 'manager_of_requester', need: 'any' },
      { name: 'Group', approvers: 'group', group: 'Security', need: 'any' },
    ],
    [{ name: 'Chosen', approvers: 'field', group: 'Finance', need: 'any' }],
  ],
  orders: [],
};

const [ALL, TWO, PEOPLE, MANAGER, CHOSEN] = [0, 1, 2, 3, 4] as const;

class Tour {
  readonly rounds: Step[][] = [];
  #orders = 0;

  order(by: string, item: number, more: { for?: string; chosen?: string } = {}): this {
    this.#orders += 1;
    const { for: other = null, chosen = null } = more;
    return this.#round({ do: 'order', by, for: other, item, chosen });
  }

  /** The answer is refused, so that there is no order. */
  refuse(by: string, item: number, chosen: string): this {
    return this.#round({ do: 'order', by, for: null, item, chosen });
  }

  #round(...steps: Step[]): this {
    this.rounds.push(steps);
    return this;
  }

  /** These people approve the last order at the same time. */
  approve(...people: string[]): this {
    const order = this.#orders - 1;
    return this.#round(
      ...people.map((by) => ({ do: 'decide', by, order, outcome: 'approved' }) as const),
    );
  }

  reject(by: string): this {
    return this.#round({ do: 'decide', by, order: this.#orders - 1, outcome: 'rejected' });
  }

  cancel(by: string): this {
    return this.#round({ do: 'cancel', by, order: this.#orders - 1 });
  }

  away(who: string, delegate: string | null = null): this {
    return this.#round({ do: 'absence', who, isAway: true, delegate, by: 'me' });
  }

  back(who: string): this {
    return this.#round({ do: 'absence', who, isAway: false, delegate: null, by: 'manager' });
  }

  leave(who: string): this {
    return this.#round({ do: 'activity', who, active: false });
  }

  join(who: string): this {
    return this.#round({ do: 'activity', who, active: true });
  }

  members(name: string, ...members: string[]): this {
    return this.#round({ do: 'members', group: name, members });
  }
}

export const tour: readonly Step[][] = new Tour()
  // Nobody decides their own, or what is for them.
  .order('p2', PEOPLE)
  .approve('p2')
  .order('p0', PEOPLE, { for: 'p1' })
  .approve('p1', 'p0')
  .approve('p5')
  .order('p6', PEOPLE)
  .approve('p6')
  .reject('p1')
  // Everybody of a stage decides, each once.
  .order('p0', ALL)
  .approve('p1')
  .approve('p1', 'p4', 'p7')
  .approve('p2', 'p3')
  // One of many clients takes effect where one is enough.
  .order('p0', PEOPLE)
  .approve('p1', 'p2', 'p5', 'p6', 'p4')
  // A delegate decides while the approver is away.
  .order('p0', ALL)
  .away('p2', 'p4')
  .approve('p4')
  .approve('p2')
  .back('p2')
  .approve('p1', 'p3')
  .order('p0', ALL)
  .approve('p4')
  .away('p2', 'p1')
  .approve('p1', 'p3')
  .back('p2')
  // A delegate cannot decide what is for them, or twice.
  .order('p1', ALL)
  .away('p2', 'p1')
  .approve('p1', 'p3')
  .approve('p6')
  .back('p2')
  .order('p0', ALL)
  .approve('p1')
  .away('p2', 'p1')
  .approve('p3')
  .away('p2', 'p4')
  .leave('p4')
  .join('p4')
  .approve('p4')
  .back('p2')
  // A number takes so many, but never more than are left; leavers are not waited for.
  .order('p0', TWO)
  .approve('p3')
  .approve('p1', 'p2')
  .leave('p2')
  .leave('p3')
  .order('p0', TWO)
  .approve('p1')
  .join('p2')
  .join('p3')
  .order('p0', ALL)
  .approve('p1')
  .leave('p2')
  .leave('p3')
  .join('p2')
  .join('p3')
  // One rejection rejects, and a manager decides instead.
  .order('p0', ALL)
  .approve('p1')
  .reject('p2')
  .approve('p3')
  .order('p0', ALL)
  .approve('p6')
  // Stages find their people when they open, and managers decide where nobody is left.
  .order('p0', MANAGER)
  .away('p1')
  .back('p1')
  .members('Security', 'p3')
  .approve('p1')
  .approve('p2')
  .approve('p3')
  .order('p4', MANAGER)
  .approve('p4', 'p6')
  .members('Security')
  // An approver who is chosen in the form must be a member of the group.
  .refuse('p0', CHOSEN, 'p5')
  .order('p0', CHOSEN, { chosen: 'p2' })
  .approve('p1', 'p2')
  .order('p2', CHOSEN, { chosen: 'p2' })
  .cancel('p4')
  .cancel('p2')
  .approve('p6').rounds;
