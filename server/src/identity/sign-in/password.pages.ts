// The page on which a person changes their password.
import type { Fault } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import type { PageRequest, PageTable } from '../pages/page-request.ts';
import { passwordChangedPage, passwordPage } from '../pages/pages.ts';
import { respond } from '../pages/send.ts';
import { systemContext } from '../system-context.ts';
import { PASSWORD } from '../users/users.schema.ts';
import { savePassword } from '../users/users.service.ts';
import { userTable } from '../users/users.sql.ts';
import { logIn } from './password-login.ts';
import { credentialsFault } from './sign-in.pages.ts';

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

export const passwordPages: PageTable = {
  'GET /password': showPassword,
  'POST /password': submitPassword,
};
