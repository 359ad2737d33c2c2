export { makeToken, tokenUsage } from './admin.ts';
export { developmentIssuer } from './development.ts';
export { groupAddress } from './groups.ts';
export { may, type Role, roles } from './roles.ts';
