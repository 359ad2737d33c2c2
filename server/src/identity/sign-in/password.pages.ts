// The page on which a person changes their password.
import { transact } from '../../platform/postgres/transaction.ts';
import { requestAccountMail } from '../account-links/account-mail-request.ts';
import type { Fault } from '../pages/fields.ts';
import { readForm } from '../pages/form.ts';
import type { PageRequest, PageTable } from '../pages/page-request.ts';
import { passwordChangedPage, passwordPage } from '../pages/pages.ts';
import { personContext } from '../pages/person-context.ts';
import { respond } from '../pages/send.ts';
import { savePassword } from '../users/users.service.ts';
import { userTable } from '../users/users.sql.ts';
import { newPasswordFault } from './new-password.ts';
import { logIn } from './password-login.ts';
import { credentialsFault } from './sign-in.pages.ts';

const showPassword = async ({ response, action }: PageRequest): Promise<void> =>
  respond(response, 200, passwordPage({ action }));

async function submitPassword(pageRequest: PageRequest): Promise<void> {
  const { deps, address, request, response, action } = pageRequest;
  const form = await readForm(request);
  const email = form.get('email') ?? '';
  const newPassword = form.get('new_password') ?? '';
  const refuse = (status: number, fault: Fault) =>
    respond(response, status, passwordPage({ action, email, fault }));
  const lengthFault = newPasswordFault(newPassword);
  if (lengthFault) return refuse(400, lengthFault);
  const attempt = { email, password: form.get('password') ?? '', address, client: null };
  const outcome = await logIn(deps, attempt);
  if ('fault' in outcome) {
    return refuse(outcome.status, credentialsFault(outcome.status, outcome.fault));
  }
  const { id } = outcome.user;
  await transact(deps, async (tx) => {
    const user = await userTable.lock(tx, id);
    if (!user) return;
    const context = personContext(pageRequest, user);
    await savePassword(tx, context, user, user, newPassword);
    await requestAccountMail(tx, context, { kind: 'password_changed', user_id: id, address });
  });
  respond(response, 200, passwordChangedPage());
}

export const passwordPages: PageTable = {
  'GET /password': showPassword,
  'POST /password': submitPassword,
};
