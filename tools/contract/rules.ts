// The rules of the contract: each names a change that breaks a client of the last release, and what is allowed instead.
import type { FlatSchema } from './document.ts';

interface Rule {
  /** Follows the place in the message; $ stands for the details. */
  breaks: string;
  instead: string;
}

const KEEP_AND_ADD =
  'Keep it and add the new one beside it; only a new version of the API can remove it';

export const rules = {
  'path-removed': { breaks: 'the path is gone', instead: KEEP_AND_ADD },
  'operation-removed': { breaks: 'the operation is gone', instead: KEEP_AND_ADD },
  'operation-renamed': {
    breaks: 'operationId changed ($), and with it the method of the SDK',
    instead: 'Keep the operationId; summary and description may change',
  },
  'token-required': {
    breaks: 'the operation now requires a token',
    instead: 'Add another operation that requires it',
  },
  'parameter-removed': {
    breaks: 'the parameter is gone',
    instead: KEEP_AND_ADD,
  },
  'parameter-required': {
    breaks: 'the parameter is now required',
    instead: 'Make it optional, with a default that does what was done without it',
  },
  'parameter-form': {
    breaks: 'its values are now written differently ($)',
    instead: 'Keep style and explode; add another parameter',
  },
  'body-removed': { breaks: 'the body is now refused', instead: 'Keep accepting it' },
  'body-required': {
    breaks: 'the body is now required',
    instead: 'Accept a request without it as before',
  },
  'media-type-removed': { breaks: 'the media type is gone', instead: KEEP_AND_ADD },
  'status-removed': {
    breaks: 'the status is gone',
    instead: 'Keep it; a new error may have another status',
  },
  'success-added': {
    breaks: 'the status is a new one of success',
    instead: 'Respond with a success status that the release has; new error statuses are allowed',
  },
  'error-code-removed': {
    breaks: 'the error code is gone: $',
    instead: 'Keep the code; new codes may be added beside it',
  },
  'header-removed': { breaks: 'the header is gone', instead: 'Keep sending it' },
  'input-type': {
    breaks: 'values of a type that was accepted are refused: $',
    instead: 'Accept the former types too',
  },
  'input-not-nullable': { breaks: 'null is now refused', instead: 'Keep accepting null' },
  'input-value-removed': {
    breaks: 'values that were accepted are refused: $',
    instead: 'Keep accepting them; new values may be added',
  },
  'input-limit': {
    breaks: 'a limit is narrower: $',
    instead: 'Keep the limit or widen it',
  },
  'input-form': {
    breaks: 'the form is restricted: $',
    instead: 'Keep the restriction as it is or remove it',
  },
  'input-default': {
    breaks: 'the default changed: $',
    instead: 'Keep the default, which clients rely on that omit the value',
  },
  'input-field-removed': { breaks: 'the field is now refused: $', instead: KEEP_AND_ADD },
  'input-field-required': {
    breaks: 'the field is now required: $',
    instead: 'Make it optional, with a default that does what was done without it',
  },
  'input-fields-closed': {
    breaks: 'unknown fields were accepted and are now refused',
    instead: 'Keep accepting them',
  },
  'input-alternative-removed': {
    breaks: 'an alternative is no longer accepted: $',
    instead: KEEP_AND_ADD,
  },
  'output-type': {
    breaks: 'the response has values of another type: $',
    instead: 'Keep the type; add another field',
  },
  'output-nullable': {
    breaks: 'the response may now be null',
    instead: 'Keep a value there; add another field that may be null',
  },
  'output-value-added': {
    breaks: 'the response may have new values: $',
    instead:
      'Add values only where the released description says "More … may be added", else add another field',
  },
  'output-format': {
    breaks: 'the format changed: $',
    instead: 'Keep the format; add another field',
  },
  'output-field-removed': { breaks: 'the field is gone: $', instead: KEEP_AND_ADD },
  'output-field-optional': {
    breaks: 'the field may now be absent: $',
    instead: 'Keep sending it always; new fields may be optional',
  },
  'output-fields-closed': {
    breaks: 'the response has no further fields any more',
    instead: 'Keep sending them',
  },
  'output-alternative-added': {
    breaks: 'the response may have a new alternative: $',
    instead:
      'Add alternatives only where the released description says "More … may be added", else add another field',
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export const messageOf = (place: string, name: RuleName, details: string): string => {
  const { breaks, instead } = rules[name];
  return `${place}: ${breaks.replace('$', () => details)}. ${instead}.`;
};

/** The description of released values announces that a client must expect others. */
export const announcesMore = ({ description }: FlatSchema): boolean =>
  /\bmore [\w ]+ may be added\b/i.test(description);
