// A position in the stream is the transaction of an event, then the event within it. All events up to a position were
// committed before any later one is sent. Position 0 is before the first event of its transaction.

export interface StreamPosition {
  /** PostgreSQL uses 64 bits, of which no cluster needs more than 53. */
  xid: number;
  position: number;
}

export const isAfter = (a: StreamPosition, b: StreamPosition): boolean =>
  a.xid === b.xid ? a.position > b.position : a.xid > b.xid;

export const eventIdOf = (epoch: string, { xid, position }: StreamPosition): string =>
  `${epoch}-${xid}-${position}`;

const ID = /^([0-9a-f]{8})-(\d{1,15})-(\d{1,15})$/;

/** Returns undefined if this epoch of the log cannot have issued the id. */
export function positionIn(epoch: string, id: string): StreamPosition | undefined {
  const [, issuedIn, xid, position] = ID.exec(id) ?? [];
  return issuedIn === epoch ? { xid: Number(xid), position: Number(position) } : undefined;
}
