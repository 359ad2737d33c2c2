// The page that a link opens, on which a person chooses a password.
import type { AuditContext } from '../../platform/context.ts';
import { transact } from '../../platform/postgres/transaction.ts';
import type { Tx } from '../../platform/postgres/tables.ts';
import type { EntryKind } from '../../events/index.ts';
import { readForm } from '../pages/form.ts';
import type { PageRequest, PageTable } from '../pages/page-request.ts';
import type { Page } from '../pages/pages.ts';
import { personContext } from '../pages/person-context.ts';
import { respond } from '../pages/send.ts';
import { newPasswordFault } from '../sign-in/new-password.ts';
import { savePassword } from '../users/users.service.ts';
import type { UserRow } from '../users/users.sql.ts';
import { type LinkState, linkPaths, readLink, spendLink } from './account-links.ts';
import { browserOf } from './browser-cookie.ts';
import { type ChoiceForm, choosePasswordPage } from './link-pages.ts';

interface Choice {
  audience: keyof typeof linkPaths;
  /** The audit entry is of this kind. */
  kind: EntryKind;
  title: string;
  hint: string;
  refuse: (pageRequest: PageRequest, state: Extract<LinkState, { fault: string }>) => void;
  /** Runs in the transaction that saves the password; returns the page that follows. */
  finish: (tx: Tx, pageRequest: PageRequest, context: AuditContext, user: UserRow) => Promise<Page>;
}

/** The form is sent to the path of the link, without the token in its query. */
export function choosePasswordPages(choice: Choice): PageTable {
  const { audience, kind, title, hint, refuse, finish } = choice;
  const formOf = (form: Omit<ChoiceForm, 'title' | 'hint'>) =>
    choosePasswordPage({ title, hint, ...form });

  const show = async (pageRequest: PageRequest): Promise<void> => {
    const { deps, request, response, action, query } = pageRequest;
    const token = query.get('token') ?? '';
    const state = await readLink(deps, { token, audience, browser: browserOf(request) });
    if ('fault' in state) return refuse(pageRequest, state);
    respond(response, 200, formOf({ action, token, email: state.user.email }));
  };

  const submit = async (pageRequest: PageRequest): Promise<void> => {
    const { deps, request, response, action } = pageRequest;
    const form = await readForm(request);
    const [token, password] = [form.get('token') ?? '', form.get('new_password') ?? ''];
    const given = { token, audience, browser: browserOf(request) };
    const before = await readLink(deps, given);
    if ('fault' in before) return refuse(pageRequest, before);
    const fault = newPasswordFault(password);
    if (fault) {
      const { email } = before.user;
      return respond(response, 400, formOf({ action, token, email, fault }));
    }
    const result = await transact(deps, async (tx) => {
      const state = await spendLink(tx, deps.now(), given);
      if ('fault' in state) return state;
      const context = personContext(pageRequest, state.user);
      const user = await savePassword(tx, context, state.user, state.user, password, { kind });
      return { page: await finish(tx, pageRequest, context, user) };
    });
    if ('fault' in result) return refuse(pageRequest, result);
    respond(response, 200, result.page);
  };

  return { [`GET ${linkPaths[audience]}`]: show, [`POST ${linkPaths[audience]}`]: submit };
}
