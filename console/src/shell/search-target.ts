// Decides what the search box of a page searches, and which record an id names.
interface Searcher {
  mayUse: (permission: string) => boolean;
  /** A requester sees only their own records. */
  isRequester: boolean;
}

interface SearchTarget {
  path: '/incidents' | '/changes' | '/requests' | '/cmdb' | '/knowledge';
  permission: string;
  name: string;
  /** People who see only their own records get this name instead. */
  ownName?: string;
}

const targets: readonly [SearchTarget, ...SearchTarget[]] = [
  { path: '/incidents', permission: 'incidents.read', name: 'incidents', ownName: 'my incidents' },
  { path: '/changes', permission: 'changes.read', name: 'changes' },
  { path: '/requests', permission: 'requests.read', name: 'requests', ownName: 'my requests' },
  { path: '/cmdb', permission: 'cmdb.read', name: 'CIs' },
  { path: '/knowledge', permission: 'articles.read', name: 'articles' },
];

/** Returns the records of the page, or incidents if the page has none that can be searched. */
export function searchTargetOf(
  pathname: string,
  { mayUse, isRequester }: Searcher,
): { path: SearchTarget['path']; label: string } {
  const isOn = ({ path }: SearchTarget) => pathname === path || pathname.startsWith(`${path}/`);
  const found = targets.find((one) => isOn(one) && mayUse(one.permission));
  const { path, name, ownName } = found ?? targets[0];
  return { path, label: `Search ${isRequester ? (ownName ?? name) : name}` };
}

const records = [
  { pattern: /^INC[0-9A-Z]{7}$/, type: 'Incident', to: '/incidents/$id' },
  { pattern: /^CHG[0-9A-Z]{7}$/, type: 'Change', to: '/changes/$id' },
  { pattern: /^REQ[0-9A-Z]{7}$/, type: 'Request', to: '/requests/$id' },
  { pattern: /^CI\d+$/, type: 'CI', to: '/cmdb/$id' },
  { pattern: /^KB[0-9A-Z]{7}$/, type: 'Article', to: '/knowledge/$id' },
] as const;

/** Finds the record whose id was typed, in upper or lower case. */
export function recordOf(text: string) {
  const id = text.trim().toUpperCase();
  const found = records.find(({ pattern }) => pattern.test(id));
  return found && { id, type: found.type, to: found.to };
}
