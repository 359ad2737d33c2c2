import { listMailboxes, type Mailbox } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const mailboxList = defineList<Mailbox>({ filters: [], read: listMailboxes });
