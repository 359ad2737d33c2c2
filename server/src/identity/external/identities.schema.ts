import Type from 'typebox';
import { object } from '../../platform/http/input/schema.ts';
import { EmailAddress } from '../clients/clients.schema.ts';
import { UserId } from '../users/users.schema.ts';

const instant = Type.String({ format: 'date-time' });

export const Identity = object(
  {
    user_id: UserId,
    email: EmailAddress,
    name: Type.String(),
    subject: Type.String({ description: 'The claim `sub` of the person at the provider.' }),
    linked_at: instant,
    last_sign_in_at: instant,
  },
  {
    title: 'Identity',
    examples: [
      {
        user_id: 'USR0000042',
        email: 'ada@example.com',
        name: 'Ada Ellis',
        subject: '248289761001',
        linked_at: '2026-11-15T09:30:00.000Z',
        last_sign_in_at: '2026-11-18T08:00:00.000Z',
      },
    ],
  },
);

export const IdentityUnlinked = object(
  { user_id: UserId, unlinked: Type.Literal(true), unlinked_at: instant },
  { title: 'IdentityUnlinked' },
);
