// The clock of the whole process can be moved forward: key sets, schedules and tokens all follow it.
const RealDate = Date;
let ahead = 0;

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [number | string | Date]) {
    if (parts.length === 0) super(RealDate.now() + ahead);
    else super(parts[0]);
  }
  static override now(): number {
    return RealDate.now() + ahead;
  }
}

/** Replaces the time until `restore`; `forward` advances it. */
export function shiftTime(): { forward: (seconds: number) => void; restore: () => void } {
  globalThis.Date = ShiftedDate as DateConstructor;
  return {
    forward: (seconds) => {
      ahead += seconds * 1000;
    },
    restore: () => {
      globalThis.Date = RealDate;
      ahead = 0;
    },
  };
}
