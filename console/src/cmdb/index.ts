export { ciRouteOptions } from './ci.route.ts';
export { ciList } from './cis.list.ts';
