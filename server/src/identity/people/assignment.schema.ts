import Type, { type Static } from 'typebox';
import { announceMore, object, oneOf } from '../../platform/http/input/schema.ts';

const assignmentCodes = ['not_assignable', 'unknown_person', 'unknown_group'] as const;
export type AssignmentCode = (typeof assignmentCodes)[number];

const codes = [...assignmentCodes, 'custom_required'] as const;

export const Warning = object(
  {
    pointer: Type.String({ description: 'JSON Pointer of the field within the record.' }),
    code: oneOf(codes, {
      description: `\`not_assignable\`: the assignee is deactivated or may not change such records. \`unknown_person\`: nobody has the address. \`unknown_group\`: no group has the name. \`custom_required\`: forms require this field of the instance, and it has no value. ${announceMore('codes')}`,
    }),
    nearest: Type.Optional(
      Type.String({ description: 'The known value that is most like the one you sent.' }),
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

/** A record that can be assigned has this member in responses to writes. */
export const assignmentWarnings = { warnings: Type.Optional(warningsSchema) };
