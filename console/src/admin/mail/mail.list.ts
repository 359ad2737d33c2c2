import { listMessages, type Message, readMessage } from '../../api/index.ts';
import { defineList } from '../../lists/index.ts';

export const mailList = defineList<Message>({
  filters: ['state', 'cause', 'address', 'since'],
  read: listMessages,
  readOne: readMessage,
  recordType: 'message',
});
