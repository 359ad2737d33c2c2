import Type from 'typebox';
import { idText, nullable, object } from '../../platform/http/input/schema.ts';
import { listEnvelope, listQuery } from '../../platform/http/output/pagination.ts';
import { reads, type Route, writes } from '../../platform/http/routes/route.ts';
import { may } from '../roles.ts';
import { deleteSession, listSessions } from './sessions.handlers.ts';

const tag = 'Profile';
const policy = may('profile.use');
const instant = Type.String({ format: 'date-time' });
const SessionId = idText('Session ids', {
  pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
  example: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
});

const Session = object(
  {
    id: SessionId,
    created_at: instant,
    last_used_at: Type.String({
      format: 'date-time',
      description: 'When the session last obtained a token.',
    }),
    client: Type.String({ description: 'Id of the client, such as `console`.' }),
    user_agent: nullable(
      Type.String({ description: 'User agent that obtained the first token of the session.' }),
    ),
    current: Type.Boolean({
      description: 'Whether the token of this request belongs to the session.',
    }),
  },
  {
    title: 'Session',
    examples: [
      {
        id: '019a8651-7f9e-7c3e-9d5e-0f1a2b3c4d5e',
        created_at: '2026-11-15T09:30:00.000Z',
        last_used_at: '2026-11-15T11:02:10.000Z',
        client: 'console',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64)',
        current: true,
      },
    ],
  },
);

const SessionEnded = object(
  { id: SessionId, ended: Type.Literal(true), ended_at: instant },
  { title: 'SessionEnded' },
);

export const sessionRoutes: Route[] = [
  reads({
    method: 'GET',
    path: '/profile/sessions',
    operationId: 'listSessions',
    tag,
    summary: 'List your sessions',
    description:
      'Your active logins, newest first. Empty if the instance uses another identity provider.',
    policy,
    query: listQuery({}, { sorts: ['created_at'], order: 'desc', pages: false }),
    success: {
      status: 200,
      description: 'A page of sessions.',
      schema: listEnvelope(Session, 'SessionList', { total: true }),
    },
    errors: ['invalid_cursor'],
    read: listSessions,
  }),
  writes({
    method: 'DELETE',
    path: '/profile/sessions/:id',
    operationId: 'endSession',
    tag,
    summary: 'End a session',
    description:
      'Ends the login in that browser, for every client that shares it. Access tokens of these clients are refused within two seconds.',
    policy,
    params: object({ id: SessionId }),
    success: { status: 200, description: 'The session was ended.', schema: SessionEnded },
    write: deleteSession,
  }),
];
