// A page that cannot be shown leads back to its list, or to the start page.
const lists: Record<string, string> = {
  incidents: 'All incidents',
  changes: 'All changes',
  requests: 'All requests',
  cmdb: 'All CIs',
  knowledge: 'All articles',
  webhooks: 'All webhooks',
  jobs: 'All jobs',
};

/** Requesters know their lists by these names. */
const ownLists: Record<string, string> = {
  incidents: 'My reports',
  requests: 'My requests',
  knowledge: 'Help articles',
};

export function wayBackOf(pathname: string, isRequester = false): { to: string; label: string } {
  const [, section = '', ...below] = pathname.split('/');
  const label = (isRequester ? ownLists : lists)[section];
  return label === undefined || below.length === 0
    ? { to: '/', label: isRequester ? 'Home' : 'Go to the start page' }
    : { to: `/${section}`, label };
}
