export { adminRouteOptions } from './admin.pages.ts';
export { auditList } from './audit/audit.list.ts';
export { clientList } from './clients/clients.list.ts';
export { groupList } from './groups/groups.list.ts';
export { identityProviderList } from './identity-providers/identity-providers.list.ts';
export { connectorList } from './scim/connectors.list.ts';
export { settingsRouteOptions } from './settings/settings.route.ts';
export { userList } from './users/users.list.ts';
