// Handles requests for the hosted pages; all others go to the provider.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from 'oidc-provider';
import type Provider from 'oidc-provider';
import type { Deps } from '../../platform/runtime/deps.ts';
import { systemContext } from '../system-context.ts';
import { PASSWORD } from '../users/users.schema.ts';
import { savePassword } from '../users/users.service.ts';
import { recordSignIn } from '../sign-ins/sign-ins.ts';
import { userTable } from '../users/users.sql.ts';
import type { Fault } from './fields.ts';
import { readForm } from './form.ts';
import { logIn } from './login.ts';
import { expiredPage, loginPage, passwordChangedPage, passwordPage } from './pages.ts';
import { respond } from './send.ts';

interface PageRequest {
  deps: Deps;
  provider: Provider;
  request: IncomingMessage;
  response: ServerResponse;
  /** The client's IP address is taken from the trusted proxies. */
  address: string;
  /** The form is sent to this public path. */
  action: string;
}

/** The cookie identifies the login; the form of another login is refused. */
async function interactionOf({ provider, request, response, action }: PageRequest) {
  const interaction = await provider.interactionDetails(request, response);
  if (!action.endsWith(`/${interaction.uid}`)) throw new errors.SessionNotFound('another login');
  return interaction;
}

/** Returns the registered name, else the client_id. */
async function clientName(
  { provider }: PageRequest,
  params: Record<string, unknown>,
): Promise<string> {
  const id = String(params['client_id']);
  const client = await provider.Client.find(id);
  return client?.clientName ?? id;
}

/** A throttled attempt has no invalid fields. */
const credentialsFault = (status: number, message: string): Fault => ({
  message,
  fields: status === 429 ? [] : ['email', 'password'],
});

async function showLogin(pageRequest: PageRequest): Promise<void> {
  const { provider, request, response, action } = pageRequest;
  const { params, prompt } = await interactionOf(pageRequest);
  // Consent is implied, even if requested explicitly: an administrator has registered the client.
  if (prompt.name === 'consent') {
    return provider.interactionFinished(request, response, { consent: {} });
  }
  respond(response, 200, loginPage({ action, client: await clientName(pageRequest, params) }));
}

async function submitLogin(pageRequest: PageRequest): Promise<void> {
  const { deps, provider, address, request, response, action } = pageRequest;
  const { params } = await interactionOf(pageRequest);
  const form = await readForm(request);
  const email = form.get('email') ?? '';
  const clientId = String(params['client_id']);
  const attempt = { email, password: form.get('password') ?? '', address, client: clientId };
  const outcome = await logIn(deps, attempt);
  if ('fault' in outcome) {
    const { status, fault: message } = outcome;
    const client = await clientName(pageRequest, params);
    const fault = credentialsFault(status, message);
    return respond(response, status, loginPage({ action, client, email, fault }));
  }
  const { email: signedIn } = outcome.user;
  await recordSignIn(deps, { kind: 'sign_in', email: signedIn, address, client: clientId });
  await provider.interactionFinished(request, response, {
    login: { accountId: outcome.user.id, amr: ['pwd'] },
  });
}

const showPassword = async ({ response, action }: PageRequest): Promise<void> =>
  respond(response, 200, passwordPage({ action }));

async function submitPassword({
  deps,
  address: from,
  request,
  response,
  action,
}: PageRequest): Promise<void> {
  const form = await readForm(request);
  const email = form.get('email') ?? '';
  const newPassword = form.get('new_password') ?? '';
  const refuse = (status: number, fault: Fault) =>
    respond(response, status, passwordPage({ action, email, fault }));
  if (newPassword.length < PASSWORD.minLength || newPassword.length > PASSWORD.maxLength) {
    return refuse(400, {
      message: `The new password must have ${PASSWORD.minLength} to ${PASSWORD.maxLength} characters.`,
      fields: ['new_password'],
    });
  }
  const attempt = { email, password: form.get('password') ?? '', address: from, client: null };
  const outcome = await logIn(deps, attempt);
  if ('fault' in outcome) {
    return refuse(outcome.status, credentialsFault(outcome.status, outcome.fault));
  }
  const { id, email: address } = outcome.user;
  await deps.db.transaction().execute(async (tx) => {
    const user = await userTable.lock(tx, id);
    const cause = systemContext(deps, 'password-page');
    if (user) {
      await savePassword(
        tx,
        { ...cause, actor: { id, email: address, roles: [] } },
        user,
        user,
        newPassword,
      );
    }
  });
  respond(response, 200, passwordChangedPage());
}

const pages: Record<string, (pageRequest: PageRequest) => Promise<void>> = {
  'GET /interaction': showLogin,
  'POST /interaction': submitLogin,
  'GET /password': showPassword,
  'POST /password': submitPassword,
};

/** Returns true if it has responded. */
export async function respondWithPage(pageRequest: Omit<PageRequest, 'action'>): Promise<boolean> {
  const { deps, request, response } = pageRequest;
  const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
  const name = /^\/interaction\/[\w-]{1,64}$/.test(path) ? '/interaction' : path;
  const page = pages[`${request.method} ${name}`];
  if (!page) return false;
  const prefix = new URL(deps.config.AUTH_URL).pathname.replace(/\/$/, '');
  try {
    await page({ ...pageRequest, action: prefix + path });
  } catch (error) {
    if (!(error instanceof errors.OIDCProviderError)) throw error;
    respond(response, 400, expiredPage());
  }
  return true;
}
