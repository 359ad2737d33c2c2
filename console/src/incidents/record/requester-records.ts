// A card has room for a few open records of a person; the list has the others.
const MAX_RECORDS = 5;

interface OpenRecord {
  type: string;
  id: string;
  title: string;
  state: string;
}

/** The console has pages for these types; the service may add others. */
const types = ['incident', 'request'] as const;
type ShownType = (typeof types)[number];

const isShown = (record: OpenRecord): record is OpenRecord & { type: ShownType } =>
  types.some((type) => type === record.type);

/** The record of the page itself is not listed. */
export function recordsToShow(open: readonly OpenRecord[], except: string) {
  const others = open.filter(isShown).filter(({ id }) => id !== except);
  return { records: others.slice(0, MAX_RECORDS), hasMore: others.length > MAX_RECORDS };
}
