// Mails appear in the timeline of the record they are about.
import Type from 'typebox';
import { object, oneOf, announceMore } from '../platform/http/input/schema.ts';
import type { TimelinePart } from '../records/index.ts';
import { suppressionReasons } from './notifications.catalogue.ts';

const reason = oneOf(Object.keys(suppressionReasons) as (keyof typeof suppressionReasons)[], {
  description: [
    ...Object.entries(suppressionReasons).map(
      ([name, description]) => `\`${name}\`: ${description}`,
    ),
    announceMore('reasons'),
  ].join(' '),
});

export const notificationTimeline: TimelinePart = {
  schema: {
    notification: Type.Optional(
      object(
        {
          type: Type.String(),
          recipients: Type.Array(Type.String()),
          reason: Type.Optional(reason),
        },
        {
          description:
            'The recipients and the type of a mail; in `notification.suppressed`, the recipients to whom it was not sent and the `reason`.',
        },
      ),
    ),
  },
  membersOf: ({ notification }) =>
    notification && { members: { notification: notification.to }, replaces: 'changes' },
};
