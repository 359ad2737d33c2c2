import type { Fault } from '../pages/fields.ts';
import { PASSWORD } from '../users/users.schema.ts';

/** Returns undefined if the password may be used. */
export const newPasswordFault = ({ length }: string): Fault | undefined =>
  length < PASSWORD.minLength || length > PASSWORD.maxLength
    ? {
        message: `The new password must have ${PASSWORD.minLength} to ${PASSWORD.maxLength} characters.`,
        fields: ['new_password'],
      }
    : undefined;
