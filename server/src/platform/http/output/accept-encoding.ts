// Selects the content coding of a response by Accept-Encoding (RFC 9110, 12.5.3).

/** The smallest is first, which decides between codings of equal weight. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Splits `gzip;q=0.5` into a name and its weight; 0 means not acceptable. */
function weightOf(item: string): [name: string, weight: number] {
  const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = q === undefined ? 1 : Number(q.slice(2));
  return [name, weight >= 0 && weight <= 1 ? weight : 0];
}

/** Returns identity if the header is absent, and also if everything is excluded: better than no response. */
export function preferredCoding(acceptEncoding: string | undefined): Coding {
  if (!acceptEncoding) return 'identity';
  const weights = new Map(acceptEncoding.split(',').map(weightOf));
  // A coding that is not listed is acceptable only by `*`; identity is the last choice, unless excluded.
  const LAST_CHOICE = 0.0001;
  const weight = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LAST_CHOICE : 0);
  const best = Math.max(...codings.map(weight));
  return (best > 0 && codings.find((coding) => weight(coding) === best)) || 'identity';
}
