// Each person's stream sends the events of the incidents that were theirs when the event was sent, and no others.
import type { Instance } from '../../support/harness.ts';
import type { Mover } from './movers.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { isOwnedBy, type OwnIncident } from './own-incidents.ts';

const eventsOf = ({ events }: StreamClient): Set<string> =>
  new Set(
    events.flatMap(({ data }) => (data.record ? [`${data.record.id} ${data.sequence}`] : [])),
  );

interface OpenStream {
  person: Mover;
  stream: StreamClient;
  expected: Set<string>;
}

export class OwnStreams {
  readonly #instance: Instance;
  #open: readonly OpenStream[];
  /** Streams that ended with the token of a former address. */
  readonly #ended: OpenStream[] = [];
  /** Events up to this sequence were sent before. */
  readonly #sent = new Map<string, number>();

  private constructor(instance: Instance, open: readonly OpenStream[]) {
    this.#instance = instance;
    this.#open = open;
  }

  static async open(instance: Instance, people: readonly Mover[]): Promise<OwnStreams> {
    const open = people.map((person) => OwnStreams.#openFor(instance, person));
    return new OwnStreams(instance, await Promise.all(open));
  }

  static async #openFor(instance: Instance, person: Mover): Promise<OpenStream> {
    const { token } = person;
    const stream = await StreamClient.open(instance.url, { token });
    return { person, stream, expected: new Set<string>() };
  }

  /** Opens the stream of somebody again, whose token is another one. */
  async reopen(person: Mover): Promise<void> {
    const { stream, expected } = await OwnStreams.#openFor(this.#instance, person);
    const former = this.#open.find((one) => one.person === person);
    if (former) this.#ended.push(former);
    // The former stream goes on for up to two seconds, and sends the same events.
    const opened = { person, stream, expected: former?.expected ?? expected };
    this.#open = [...this.#open.filter((one) => one.person !== person), opened];
  }

  /** Waits until the owners have the events of the last write, before another write changes the owners. */
  async follow(row: OwnIncident): Promise<void> {
    const [{ event_sequence: last }] = await this.#instance.sql(
      'select event_sequence from incidents where id = $1',
      [row.id],
    );
    const first = (this.#sent.get(row.id) ?? 0) + 1;
    this.#sent.set(row.id, last);
    const names = Array.from({ length: last - first + 1 }, (_, n) => `${row.id} ${first + n}`);
    const owners = this.#open.filter(({ person }) => isOwnedBy(person, row));
    for (const { stream, expected, person } of owners) {
      for (const name of names) expected.add(name);
      await stream.until(
        (client) => names.every((name) => eventsOf(client).has(name)),
        `${names.join()} as ${person.email}`,
      );
    }
  }

  /** Returns the events that a stream should not have sent. */
  findLeaks(): string[] {
    return [...this.#open, ...this.#ended].flatMap(({ person, stream, expected }) =>
      [...eventsOf(stream)]
        .filter((name) => !expected.has(name))
        .map((name) => `the stream of ${person.email} sent ${name}`),
    );
  }

  close(): void {
    for (const { stream } of [...this.#open, ...this.#ended]) stream.destroy();
  }
}
