// A position in the stream is the transaction of an event, then the event within it. All events up to a position were
// committed before any later one is sent. Position 0 is before the first event of its transaction: earlier releases sent it
// with the horizon, and a stream has it before its first event.

export interface StreamPosition {
  /** PostgreSQL uses 64 bits, of which no cluster needs more than 53. */
  xid: number;
  position: number;
}

export const isAfter = (a: StreamPosition, b: StreamPosition): boolean =>
  a.xid === b.xid ? a.position > b.position : a.xid > b.xid;

export const laterOf = (a: StreamPosition, b: StreamPosition): StreamPosition =>
  isAfter(a, b) ? a : b;

export const eventIdOf = (identity: string, { xid, position }: StreamPosition): string =>
  `${identity}-${xid}-${position}`;

const ID = /^([0-9a-f]{8})-(\d{1,15})-(\d{1,15})$/;

/** Returns undefined if a log of this identity cannot have issued the id. */
export function positionIn(identity: string, id: string): StreamPosition | undefined {
  const [, issuedBy, xid, position] = ID.exec(id) ?? [];
  return issuedBy === identity ? { xid: Number(xid), position: Number(position) } : undefined;
}
