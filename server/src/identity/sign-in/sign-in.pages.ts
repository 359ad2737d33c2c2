// The page on which a person signs in to an application with a password.
import { offeredProviders } from '../external/providers/providers.sql.ts';
import type { Fault } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import type { PageRequest, PageTable } from '../pages/page-request.ts';
import { loginPage } from '../pages/pages.ts';
import { respond } from '../pages/send.ts';
import { logIn } from './password-login.ts';
import { clientIdOf, completeSignIn, interactionOf } from './sign-in.flow.ts';

/** Returns the registered name, else the client_id. */
async function clientName({ provider }: PageRequest, id: string): Promise<string> {
  const client = await provider.Client.find(id);
  return client?.clientName ?? id;
}

const loginPageFields = async (pageRequest: PageRequest, client: string) => ({
  client: await clientName(pageRequest, client),
  providers: await offeredProviders(pageRequest.deps.db),
});

/** A throttled attempt has no invalid fields. */
export const credentialsFault = (status: number, message: string): Fault => ({
  message,
  fields: status === 429 ? [] : ['email', 'password'],
});

async function showLogin(pageRequest: PageRequest): Promise<void> {
  const { provider, request, response, action } = pageRequest;
  const interaction = await interactionOf(pageRequest);
  // Consent is implied, even if requested explicitly: an administrator has registered the client.
  if (interaction.prompt.name === 'consent') {
    return provider.interactionFinished(request, response, { consent: {} });
  }
  const shown = await loginPageFields(pageRequest, clientIdOf(interaction));
  respond(response, 200, loginPage({ action, ...shown }));
}

async function submitLogin(pageRequest: PageRequest): Promise<void> {
  const { deps, address, request, response, action } = pageRequest;
  const client = clientIdOf(await interactionOf(pageRequest));
  const form = await readForm(request);
  const email = form.get('email') ?? '';
  const attempt = { email, password: form.get('password') ?? '', address, client };
  const outcome = await logIn(deps, attempt);
  if ('user' in outcome) return completeSignIn(pageRequest, { user: outcome.user, amr: ['pwd'] });
  const { status, fault: message } = outcome;
  const shown = { ...(await loginPageFields(pageRequest, client)), email };
  const fault = credentialsFault(status, message);
  respond(response, status, loginPage({ action, ...shown, fault }));
}

export const signInPages: PageTable = {
  'GET /interaction/:id': showLogin,
  'POST /interaction/:id': submitLogin,
};
