// A write that succeeds may return warnings about its values.
import Type, { type Static } from 'typebox';
import { announceMore, object, oneOf } from '../../platform/http/input/schema.ts';

const descriptions = {
  not_assignable: 'the assignee is deactivated or may not change such records',
  unknown_person: 'nobody has the address',
  unknown_group: 'no group has the name',
  custom_required: 'forms require this field of the instance, and it has no value',
  mention_not_readable: 'the mentioned person may not read the record or the note',
  mention_ambiguous: 'several people have the mentioned name',
  action_skipped: 'an action of the macro could not apply, for the reason in `message`',
  too_many_mentions: 'a note mentions at most 20 people; further ones are not notified',
} as const;

type WarningCode = keyof typeof descriptions;

const sentences = Object.entries(descriptions).map(([code, text]) => `\`${code}\`: ${text}.`);

const Warning = object(
  {
    pointer: Type.String({ description: 'JSON Pointer of the field within the record.' }),
    code: oneOf(Object.keys(descriptions) as WarningCode[], {
      description: `${sentences.join(' ')} ${announceMore('codes')}`,
    }),
    nearest: Type.Optional(
      Type.String({ description: 'The known value that is most like the one you sent.' }),
    ),
    message: Type.Optional(Type.String({ description: 'Why the action was skipped.' })),
    mention: Type.Optional(
      Type.String({ description: 'The mention as it is written in the note.' }),
    ),
  },
  {
    title: 'Warning',
    examples: [
      { pointer: '/assigned_to', code: 'unknown_person', nearest: 'ada.ellis@example.com' },
    ],
  },
);
export type Warning = Static<typeof Warning>;

export const warningsSchema = Type.Array(Warning, {
  description:
    'Values that were accepted but may be mistakes. Only in the response to a request that set the field; absent if there are none, and ignored when sent back.',
});
