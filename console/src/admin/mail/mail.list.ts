import { listMessages, type Message } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const mailList = defineList<Message>({
  filters: ['state', 'cause', 'address', 'since'],
  read: listMessages,
  recordType: 'message',
});
