// My own saves of a record, so that an edit which was begun before one of them does not conflict with it.
interface OwnSave {
  id: string;
  base: number;
  to: number;
  /** Fields that others changed between the two versions. */
  merged: readonly string[];
}

/** More than can be in flight at once. */
const MAX_KEPT = 64;

export class OwnSaves {
  #saves: OwnSave[] = [];

  add(save: OwnSave): void {
    this.#saves = [...this.#saves, save].slice(-MAX_KEPT);
  }

  /** The version that my saves have made of this one, and what others changed on the way. */
  since(id: string, version: number): { version: number; foreign: string[] } {
    const foreign = new Set<string>();
    let current = version;
    for (;;) {
      // A version of others that my save was merged into lies between.
      const save = this.#saves.find(
        (one) => one.id === id && one.base <= current && current < one.to,
      );
      if (!save) return { version: current, foreign: [...foreign] };
      current = save.to;
      for (const field of save.merged) foreign.add(field);
    }
  }
}
