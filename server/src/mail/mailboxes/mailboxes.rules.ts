// A mailbox must have an address that replies can extend, and values that its records may have.
import type { Context } from '../../platform/context.ts';
import type { Fault } from '../../platform/errors.ts';
import { bodyValidator } from '../../platform/http/input/validation.ts';
import { newValueFaults, valuesSchema } from '../../records/index.ts';
import { MAX_MAILBOX_LOCAL_PART } from '../replies/reply-address.ts';
import type { Mailbox } from './mailboxes.schema.ts';

type Defaults = Mailbox['defaults'];

const faultAt = (pointer: string, code: Fault['code'], message: string): Fault => ({
  in: 'body',
  pointer,
  code,
  message,
});

export const addressFaults = (address: string): Fault[] =>
  Buffer.byteLength(address.slice(0, address.lastIndexOf('@'))) > MAX_MAILBOX_LOCAL_PART
    ? [
        faultAt(
          '/address',
          'not_allowed',
          `address may have at most ${MAX_MAILBOX_LOCAL_PART} octets before the @, because the addresses of replies are longer.`,
        ),
      ]
    : [];

/** The values are those that a new record of the type may have. */
export function defaultFaults(
  { record_type, defaults }: Pick<Mailbox, 'record_type' | 'defaults'>,
  context: Pick<Context, 'actor' | 'fields'>,
): Fault[] {
  const { custom = {}, ...rest }: Defaults = defaults;
  const fields = (context.fields.get(record_type) ?? []).filter(({ active }) => active);
  const { faults } = bodyValidator(valuesSchema(fields))({ custom });
  const found = faults.length > 0 ? faults : newValueFaults(record_type, context, custom);
  return [
    ...(record_type === 'request' && rest.category !== undefined
      ? [
          faultAt(
            '/defaults/category',
            'not_allowed',
            'Service requests have no category; leave it out.',
          ),
        ]
      : []),
    ...found.map((fault) => ({ ...fault, pointer: `/defaults${fault.pointer}` })),
  ];
}
