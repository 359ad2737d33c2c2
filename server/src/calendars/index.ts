import type { Feature } from '../feature.ts';
import { calendarRoutes } from './calendars.routes.ts';

export const calendarFeature: Feature = { routes: calendarRoutes };
