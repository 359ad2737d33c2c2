// Creates the people, groups and items of a world in an instance, sends steps as their people, and reads the orders.
import type { Instance, Json, Reply } from '../../support/harness.ts';
import type { ModelOrder, ModelStage, Step, World } from './model.ts';

export interface SeenOrder extends Pick<ModelOrder, 'state'> {
  stages: ModelStage[];
}

const AWAY_UNTIL = '2999-01-01T00:00:00.000Z';
const CHOSEN = 'approver';

const form = [{ key: CHOSEN, label: 'Who approves?', type: 'person' }];

export class ApprovalSite {
  readonly instance: Instance;
  readonly #mark: string;
  readonly #ids = new Map<string, string>();
  readonly #claims = new Map<string, Json>();
  readonly #tokens = new Map<string, string>();
  readonly #groups = new Map<string, string>();
  readonly #items: string[] = [];
  readonly orders: string[] = [];

  private constructor(instance: Instance, mark: string) {
    this.instance = instance;
    this.#mark = mark;
  }

  address(name: string): string {
    return `${name}.${this.#mark}@example.com`;
  }

  #name(address: string): string {
    return address.split('.', 1)[0] ?? '';
  }

  #group(name: string): string {
    return `${name} ${this.#mark}`;
  }

  async #ok(method: string, path: string, body?: Json): Promise<Json> {
    const reply = await this.instance.call(method, path, {
      as: 'super_admin',
      ...(body !== undefined && { body }),
    });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  }

  static async start(instance: Instance, world: World, mark: string): Promise<ApprovalSite> {
    const site = new ApprovalSite(instance, mark);
    await Promise.all(
      world.people.map(async ({ name, role }) => {
        const email = site.address(name);
        const { id } = await site.#ok('POST', '/users', { email, name, roles: [role] });
        site.#ids.set(name, id);
        site.#claims.set(name, { sub: id, email, roles: [role] });
        await site.#signIn(name);
      }),
    );
    for (const { name, manager } of world.people)
      if (manager !== null) await site.#setPerson(name, { manager: site.address(manager) });
    for (const [name, members] of Object.entries(world.groups)) {
      const body = { name: site.#group(name), members: members.map((one) => site.address(one)) };
      site.#groups.set(name, (await site.#ok('POST', '/groups', body)).id);
    }
    for (const stages of world.items) {
      const approvals = stages.map(({ people, group, ...stage }) => ({
        ...stage,
        ...(people && { people: people.map((one) => site.address(one)) }),
        ...(group !== undefined && { group: site.#group(group) }),
        ...(stage.approvers === 'field' && { field: CHOSEN }),
      }));
      const item = { name: 'Laptop', category: 'Devices', form, approvals };
      const { id } = await site.#ok('POST', '/catalog/items', item);
      await site.#ok('POST', `/catalog/items/${id}/publish`);
      site.#items.push(id);
    }
    return site;
  }

  /** Tokens from before a deactivation stay refused. */
  async #signIn(name: string): Promise<void> {
    const [{ gen }] = await this.instance.sql(
      'select token_generation as gen from users where id = $1',
      [this.#ids.get(name)],
    );
    this.#tokens.set(name, await this.instance.mint({ ...this.#claims.get(name), gen }));
  }

  #setPerson(name: string, body: Json): Promise<Json> {
    return this.#ok('PATCH', `/users/${this.#ids.get(name)}`, body);
  }

  call(by: string, method: string, path: string, body?: Json): Promise<Reply> {
    const token = this.#tokens.get(by)!;
    return this.instance.call(method, path, { token, ...(body !== undefined && { body }) });
  }

  /** Returns the response as the model writes it. */
  async send(step: Step): Promise<string> {
    const reply = await this.#send(step);
    const code = reply.status === 404 ? undefined : reply.body?.code;
    return code === undefined ? String(reply.status) : `${reply.status} ${code}`;
  }

  async #send(step: Step): Promise<Reply> {
    if (step.do === 'order') return this.#order(step);
    if (step.do === 'decide')
      return this.call(
        step.by,
        'POST',
        `/requests/${this.orders[step.order]}/${step.outcome === 'approved' ? 'approve' : 'reject'}`,
      );
    if (step.do === 'cancel')
      return this.call(step.by, 'POST', `/requests/${this.orders[step.order]}/cancel`);
    const call = (path: string, body: Json) =>
      this.instance.call('PATCH', path, { as: 'super_admin', body });
    if (step.do === 'members')
      return call(`/groups/${this.#groups.get(step.group)}`, {
        members: step.members.map((one) => this.address(one)),
      });
    const path = `/users/${this.#ids.get(step.who)}`;
    if (step.do === 'activity') {
      const reply = await call(path, { active: step.active });
      await this.#signIn(step.who);
      return reply;
    }
    if (step.do === 'manager')
      return call(path, { manager: step.manager && this.address(step.manager) });
    const absence = {
      away_until: step.isAway ? AWAY_UNTIL : null,
      delegate: step.delegate && this.address(step.delegate),
    };
    return step.by === 'me' ? this.call(step.who, 'PATCH', '/me', absence) : call(path, absence);
  }

  async #order(step: Step & { do: 'order' }): Promise<Reply> {
    const reply = await this.call(step.by, 'POST', '/requests', {
      item_id: this.#items[step.item],
      ...(step.for !== null && { requested_for: this.address(step.for) }),
      answers: { [CHOSEN]: step.chosen && this.address(step.chosen) },
    });
    if (reply.status === 201) this.orders.push(reply.body.id);
    return reply;
  }

  #present({ state, stages }: Json): SeenOrder {
    const namesOf = (addresses: string[]) => addresses.map((one) => this.#name(one));
    return {
      state,
      stages: stages.map((stage: Json) => ({
        state: stage.state,
        approvers: namesOf(stage.approvers),
        waiting_for: namesOf(stage.waiting_for),
        decisions: stage.decisions.map(({ by, as, for: others, decision }: Json) => ({
          by: this.#name(by),
          as,
          for: namesOf(others),
          decision,
        })),
        nobody_left: stage.nobody_left,
      })),
    };
  }

  async read(orders: readonly number[]): Promise<SeenOrder[]> {
    return Promise.all(
      orders.map(async (at) =>
        this.#present(await this.#ok('GET', `/requests/${this.orders[at]}`)),
      ),
    );
  }

  /** Returns what the person sees of the order: whether it is theirs to decide, or nothing. */
  async mayDecide(name: string, order: number): Promise<boolean | undefined> {
    const reply = await this.call(name, 'GET', `/requests/${this.orders[order]}`);
    if (reply.status === 404) return undefined;
    const moves: string[] = reply.body.allowed_transitions;
    return moves.includes('approved') && moves.includes('rejected');
  }

  /** Returns the orders of this world in the list of those that wait for the person's decision. */
  async decidable(name: string): Promise<number[]> {
    const { body } = await this.call(name, 'GET', '/requests?decidable=true&limit=200');
    const ids = new Set(body.data.map(({ id }: Json) => id));
    return this.orders.flatMap((id, at) => (ids.has(id) ? [at] : []));
  }
}
