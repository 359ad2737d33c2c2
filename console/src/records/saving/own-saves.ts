// My own saves of a record are remembered, so that an edit that began before one of them does not conflict with it.
interface OwnSave {
  id: string;
  base: number;
  to: number;
  /** These fields were changed by others between the two versions. */
  merged: readonly string[];
}

/** Fewer saves than this are in flight at any time. */
const MAX_SAVES = 64;

export class OwnSaves {
  #saves: OwnSave[] = [];

  add(save: OwnSave): void {
    this.#saves = [...this.#saves, save].slice(-MAX_SAVES);
  }

  /** Returns the version that my saves made of this one, and the fields that others changed in between. */
  since(id: string, version: number): { version: number; foreign: string[] } {
    const foreign = new Set<string>();
    let current = version;
    for (;;) {
      // The version of somebody else that my save was merged into lies between.
      const save = this.#saves.find(
        (one) => one.id === id && one.base <= current && current < one.to,
      );
      if (!save) return { version: current, foreign: [...foreign] };
      current = save.to;
      for (const field of save.merged) foreign.add(field);
    }
  }
}
