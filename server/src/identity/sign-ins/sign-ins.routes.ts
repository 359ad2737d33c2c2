// Callers who may read the audit trail may also list sign-in events, and people list their own.
import Type from 'typebox';
import { nullable, object, oneOf, announceMore } from '../../platform/http/input/schema.ts';
import { anyOf, instant, listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route } from '../../platform/http/routes/route.ts';
import { may } from '../roles.ts';
import { listOwnSignIns, listSignIns } from './sign-ins.handlers.ts';
import { signInKinds } from './sign-ins.ts';

const text = Type.String({ minLength: 1, maxLength: 255 });

const fields = {
  id: Type.String(),
  at: Type.String({ format: 'date-time' }),
  address: Type.String({ description: 'Network address of the client.' }),
  client: nullable(
    Type.String({ description: 'Id of the client, such as `console`; null if it is not known.' }),
  ),
};

const example = {
  id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
  at: '2026-11-15T09:30:00.000Z',
  kind: 'sign_in',
  actor: 'ben@example.com',
  address: '192.0.2.10',
  client: 'console',
};

const SignInEvent = object(
  {
    id: fields.id,
    at: fields.at,
    kind: oneOf(signInKinds, { description: announceMore('kinds') }),
    actor: nullable(Type.String({ description: 'E-mail address; null if the sign-in failed.' })),
    account_hash: nullable(
      Type.String({
        description:
          'Keyed hash of the address entered in a failed sign-in; equal addresses have equal hashes. Null for other kinds.',
      }),
    ),
    address: fields.address,
    client: fields.client,
  },
  { title: 'SignInEvent', examples: [{ ...example, account_hash: null }] },
);

/** Failed sign-ins name nobody. */
const ownKinds = signInKinds.filter((kind) => kind !== 'failed');

const OwnSignIn = object(
  {
    ...fields,
    kind: oneOf(ownKinds, { description: announceMore('kinds') }),
    actor: Type.String({ description: 'Your e-mail address at that time.' }),
  },
  { title: 'OwnSignIn', examples: [example] },
);

const since = Type.Optional(instant('At this time or later.'));
const until = Type.Optional(instant('Before this time.'));
const sorts = { sorts: ['at'], order: 'desc', pages: false } as const;

export const signInRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/audit/sign-ins',
    operationId: 'listSignIns',
    tag: 'Audit',
    summary: 'List sign-in events',
    description:
      'Sign-ins, failed sign-ins, sign-outs and exchanges of API keys, newest first. Events are retained for 90 days. Failed sign-ins and exchanges are recorded at most once a minute per account and network.',
    policy: may('audit.read'),
    query: listQuery(
      {
        kind: Type.Optional(anyOf(oneOf(signInKinds), 'Kind of the event.')),
        actor: Type.Optional(anyOf(text, 'E-mail address of the person.')),
        account: Type.Optional(anyOf(text, 'E-mail address that was entered in failed sign-ins.')),
        address: Type.Optional(anyOf(text, 'Network address of the client.')),
        since,
        until,
      },
      sorts,
    ),
    success: {
      status: 200,
      description: 'A page of sign-in events.',
      schema: listEnvelope(SignInEvent, 'SignInEventList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listSignIns,
  }),
  reads({
    method: 'GET',
    path: '/me/sign-ins',
    operationId: 'listOwnSignIns',
    tag: 'Profile',
    summary: 'List your sign-ins',
    description:
      'Your sign-ins, sign-outs and exchanges of your API keys, newest first. Events are retained for 90 days; exchanges are recorded at most once a minute per network. Empty for clients, and if the instance uses another identity provider.',
    policy: may('profile.use'),
    query: listQuery(
      { kind: Type.Optional(anyOf(oneOf(ownKinds), 'Kind of the event.')), since, until },
      sorts,
    ),
    success: {
      status: 200,
      description: 'A page of your sign-ins.',
      schema: listEnvelope(OwnSignIn, 'OwnSignInList', { total: false }),
    },
    errors: ['invalid_cursor'],
    read: listOwnSignIns,
  }),
];
