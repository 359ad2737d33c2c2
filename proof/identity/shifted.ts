// A clock for this whole process that can be put forward: key sets, schedules and tokens go by the same one.
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

/** Until `restore`, time is what `forward` makes of it. */
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
