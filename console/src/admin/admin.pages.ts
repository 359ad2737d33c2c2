// `/admin` redirects to the first page of administration that the caller may use.
import { redirect } from '@tanstack/react-router';
import { mayUse, meQuery, queryClient } from '../api/index.ts';

export const adminPages = [
  { path: '/admin/users', label: 'Users', permission: 'users.manage' },
  { path: '/admin/clients', label: 'Clients', permission: 'clients.manage' },
  { path: '/admin/groups', label: 'Groups', permission: 'groups.manage' },
  {
    path: '/admin/identity-providers',
    label: 'Identity providers',
    permission: 'identity_providers.manage',
  },
  { path: '/admin/scim', label: 'SCIM', permission: 'scim_connectors.manage' },
  { path: '/admin/catalog', label: 'Catalog', permission: 'catalog.manage' },
  { path: '/admin/fields', label: 'Fields', permission: 'fields.manage' },
  { path: '/admin/calendars', label: 'Calendars', permission: 'calendars.manage' },
  { path: '/admin/sla-policies', label: 'SLA policies', permission: 'sla_policies.manage' },
  { path: '/admin/rules', label: 'Rules', permission: 'rules.read' },
  { path: '/admin/macros', label: 'Macros', permission: 'macros.manage' },
  { path: '/admin/mailboxes', label: 'Mailboxes', permission: 'mailboxes.manage' },
  { path: '/admin/mail', label: 'Mail', permission: 'mail.manage' },
  { path: '/admin/settings', label: 'Settings', permission: 'settings.manage' },
  { path: '/admin/audit', label: 'Audit', permission: 'audit.read' },
] as const;

export const adminRouteOptions = {
  beforeLoad: async () => {
    const me = await queryClient.ensureQueryData(meQuery);
    // Many may read a page on which few may change something; they have another one of their own.
    const first = adminPages.find(
      ({ permission }) => permission !== 'rules.read' && mayUse(me, permission),
    );
    throw redirect({ to: first?.path ?? '/admin/audit', replace: true });
  },
};
