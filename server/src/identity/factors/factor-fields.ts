import type { Field } from '../pages/fields.ts';

/** Phones show digits and offer a code that a message or a password manager contains. */
export const codeField: Field = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  maxlength: 12,
  autofocus: true,
};

export const recoveryCodeField: Field = {
  name: 'recovery_code',
  label: 'Recovery code',
  type: 'text',
  autocomplete: 'off',
  maxlength: 60,
  autofocus: true,
};

const spaces = /\s/g;

/** Apps show codes in two groups. */
export const withoutSpaces = (code: string): string => code.replaceAll(spaces, '');

/** A recovery code is longer and has letters. */
export const isTotpForm = (code: string): boolean => /^\d{6}$/.test(withoutSpaces(code));
