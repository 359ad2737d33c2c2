// A message says how its record was found.
const matchTexts: Readonly<Record<string, string>> = {
  reply_address: 'found by its address',
  own_message_id: 'an answer to a mail of ours',
  known_message_id: 'an answer to a mail of the record',
  subject: 'found by the number in its subject',
  attached: 'attached by hand',
};

/** Returns undefined for a record that the message made. */
export const matchText = (matchedBy: string): string | undefined => matchTexts[matchedBy];
