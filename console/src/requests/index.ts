import { recordRoute } from '../records/index.ts';
import { serviceRequestList } from './requests.list.ts';

export const requestsRoute = serviceRequestList.route;
export const requestRoute = recordRoute('request');
