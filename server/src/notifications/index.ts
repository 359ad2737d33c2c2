export { sendMail } from './mail.ts';
export { notificationRoutes } from './notifications.routes.ts';
export { countNotifications, notify } from './notifications.sql.ts';
