export { makeToken, tokenUsage } from './admin.ts';
export { developmentIssuer } from './development.ts';
export { may, type Role, roles } from './roles.ts';
