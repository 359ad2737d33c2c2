import { type ClientRow, listClients } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const clientList = defineList<ClientRow>({ filters: [], read: listClients });
