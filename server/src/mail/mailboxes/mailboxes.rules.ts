// A mailbox must have addresses of its own, values that its records may have, and a mail server that may be reached.
import type { Context } from '../../platform/context.ts';
import type { Fault } from '../../platform/errors.ts';
import { bodyValidator } from '../../platform/http/input/validation.ts';
import type { Egress } from '../../platform/net/egress.ts';
import { newValueFaults, valuesSchema } from '../../records/index.ts';
import { MAX_MAILBOX_LOCAL_PART } from '../replies/reply-address.ts';
import type { Mailbox, MailboxCreate } from './mailboxes.schema.ts';

export type OutgoingInput = NonNullable<MailboxCreate['outgoing']>;
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

const SERVER_MEMBERS = ['host', 'port', 'security', 'user', 'password'] as const;

const membersFaults = (outgoing: OutgoingInput): Fault[] => {
  const isOwn = outgoing.kind === 'smtp';
  const wrong = isOwn
    ? (['host', 'user'] as const).filter((name) => outgoing[name] === undefined)
    : SERVER_MEMBERS.filter((name) => outgoing[name] !== undefined);
  return wrong.map((name) =>
    faultAt(
      `/outgoing/${name}`,
      isOwn ? 'required' : 'not_allowed',
      isOwn ? `${name} is required with kind smtp.` : `${name} is allowed with kind smtp only.`,
    ),
  );
};

/** A stored password is sent only to the server that it was given for. */
const keepsServer = (before: Mailbox['outgoing'] | undefined, after: OutgoingInput): boolean =>
  before?.kind === 'smtp' &&
  (['host', 'port', 'user', 'security'] as const).every((name) => before[name] === after[name]);

export async function outgoingFaults(
  egress: Egress,
  outgoing: OutgoingInput,
  before?: Mailbox['outgoing'],
): Promise<Fault[]> {
  const faults = membersFaults(outgoing);
  if (outgoing.kind === 'instance' || faults.length > 0) return faults;
  if (outgoing.password === undefined && !keepsServer(before, outgoing))
    return [
      faultAt(
        '/outgoing/password',
        'required',
        'password is required for a new mail server or user.',
      ),
    ];
  try {
    await egress.check(`smtp://${outgoing.host}`);
    return [];
  } catch (error) {
    const message = `${(error as Error).message} The operator can allow it with EGRESS_ALLOW.`;
    return [faultAt('/outgoing/host', 'refused_address', message)];
  }
}
