// The OpenAPI document describes the error body, with an example for each code.
import Type from 'typebox';
import { errorCatalog, faultCatalog } from '../../error-catalog.ts';
import { type ErrorCode, MAX_FAULTS } from '../../errors.ts';
import { object, oneOf, announceMore } from '../input/schema.ts';
import { CURRENT_VERSION } from '../request/request-url.ts';

/** The catalog cannot supply these members of an example. */
const exampleMembers: Partial<Record<ErrorCode, object>> = {
  invalid_transition: {
    detail: 'You can move an incident from new to in_progress or cancelled, not to closed.',
    current_state: 'new',
    requested_state: 'closed',
    allowed_transitions: ['in_progress', 'cancelled'],
  },
  validation_failed: {
    detail: 'short_description is required.',
    errors: [
      {
        in: 'body',
        pointer: '/short_description',
        code: 'required',
        message: 'short_description is required.',
      },
    ],
  },
};

export const errorExample = (code: ErrorCode) => ({
  type: `urn:signalbox:problem:${code}`,
  title: errorCatalog[code].title,
  status: errorCatalog[code].status,
  detail: `${errorCatalog[code].title}.`,
  instance: `${CURRENT_VERSION}/incidents/INC0000042`,
  code,
  request_id: '7f0c0d6e-5a39-4f43-9c61-6f3c6f1d2a11',
  ...exampleMembers[code],
});

export const ProblemSchema = Type.Object(
  {
    type: Type.String({ description: '`urn:signalbox:problem:` followed by the code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'Says what failed, why, and what to do.' }),
    instance: Type.String({ description: 'The path of the request.' }),
    code: oneOf(Object.keys(errorCatalog), {
      description: `Stable identifier of the error; see docs/reference/errors.md. ${announceMore('codes')}`,
    }),
    request_id: Type.String({
      description: 'The X-Request-Id of this response. Quote it when you contact support.',
    }),
    errors: Type.Optional(
      Type.Array(
        object({
          in: oneOf(['body', 'query', 'header']),
          pointer: Type.String({
            description: 'JSON Pointer within the part of the request named by `in`.',
          }),
          code: oneOf(Object.keys(faultCatalog), { description: announceMore('codes') }),
          message: Type.String(),
          allowed: Type.Optional(Type.Array(Type.String())),
          nearest: Type.Optional(
            Type.String({
              description:
                'The allowed name or value that is nearest to yours; the message asks whether you meant it.',
            }),
          ),
        }),
        { description: `All errors in the input, up to ${MAX_FAULTS}.` },
      ),
    ),
  },
  {
    title: 'Problem',
    description: 'RFC 9457 problem details. Further members depend on the code.',
    examples: [errorExample('invalid_transition')],
  },
);
