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

export function wayBackOf(pathname: string): { to: string; label: string } {
  const [, section = '', ...below] = pathname.split('/');
  const label = lists[section];
  return label === undefined || below.length === 0
    ? { to: '/', label: 'Go to the start page' }
    : { to: `/${section}`, label };
}
