// Pages add their commands while they are shown.
import type { Command, Scope } from './command.ts';

export interface BoundCommand extends Command {
  run: () => void;
  /** Says why the command cannot run now; undefined if it can. */
  unavailable?: string | undefined;
}

type Listener = () => void;

/** A second key within this time completes a sequence such as `g i`. */
const SEQUENCE_MS = 1200;

export class Registry {
  readonly #bound = new Map<string, BoundCommand>();
  readonly #listeners = new Set<Listener>();
  #list: readonly BoundCommand[] = [];
  #first: { name: string; at: number } | undefined;

  /** Replaces commands of the same ids; the returned function removes them. */
  bind(commands: readonly BoundCommand[]): () => void {
    for (const command of commands) this.#bound.set(command.id, command);
    this.#publish();
    return () => {
      for (const command of commands)
        if (this.#bound.get(command.id) === command) this.#bound.delete(command.id);
      this.#publish();
    };
  }

  readonly subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly list = (): readonly BoundCommand[] => this.#list;

  /** Returns the command of a key press, or of the sequence that it completes; `first` if it begins a sequence. */
  find(name: string, at: number, scopes: readonly Scope[]): BoundCommand | 'first' | undefined {
    const first = this.#first && at - this.#first.at < SEQUENCE_MS ? this.#first.name : undefined;
    this.#first = undefined;
    const here = this.#list.filter(({ scope }) => scope.some((one) => scopes.includes(one)));
    const findByKeys = (keys: string) => here.find((command) => command.keys.includes(keys));
    const sequence = first && findByKeys(`${first} ${name}`);
    if (sequence) return sequence;
    if (here.some(({ keys }) => keys.some((one) => one.startsWith(`${name} `)))) {
      this.#first = { name, at };
      return 'first';
    }
    return findByKeys(name);
  }

  #publish(): void {
    this.#list = [...this.#bound.values()];
    for (const listener of this.#listeners) listener();
  }
}
