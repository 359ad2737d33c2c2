import { type Group, listGroups } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const groupList = defineList<Group>({ filters: ['name'], read: listGroups });
