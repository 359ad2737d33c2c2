export { developmentIssuer } from './development.ts';
export { may, roles, type Role } from './roles.ts';
