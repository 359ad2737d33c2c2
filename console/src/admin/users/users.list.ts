import { listUsers, type User } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const userList = defineList<User>({ filters: ['email'], read: listUsers });
