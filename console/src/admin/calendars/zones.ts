// A time zone is found by a part of its name, by its city first.

/** More would not be read. */
const MAX_SHOWN = 30;

const plain = (zone: string): string => zone.replaceAll('_', ' ');

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1);

/** Returns zones whose city begins with the text, then others that contain it. */
export function zonesMatching(zones: readonly string[], text: string): string[] {
  const q = plain(text.trim().toLowerCase());
  const found = zones.filter((zone) => plain(zone).toLowerCase().includes(q));
  const [first, rest] = [true, false].map((wanted) =>
    found.filter((zone) => plain(cityOf(zone)).toLowerCase().startsWith(q) === wanted),
  );
  return [...(first ?? []), ...(rest ?? [])].slice(0, MAX_SHOWN);
}
