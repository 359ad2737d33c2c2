// Pages of links by which people choose a password.
import type { ApiKeyRow } from '../keys/keys.sql.ts';
import { type Form, formOf } from '../pages/fields.ts';
import { html, joinHtml } from '../pages/html.ts';
import { linkTo, messagePage, newPassword, type Page, page } from '../pages/pages.ts';
import { INVITATION_DAYS } from './invitation.ts';
import { RESET_MINUTES } from './password-reset.ts';

const signInLink = (href: string) => ({ href, text: 'Back to sign-in' });

/** People who open these pages without a sign-in in progress begin one with `signIn`. */
interface SignIn {
  signIn: string;
}

export const forgottenPage = ({ signIn, ...form }: Form & SignIn): Page =>
  page(
    'Forgotten password',
    html`<h1>Forgotten your password?</h1>
      <p class="text">Enter your email address to get a link with which you choose a new one.</p>
      ${formOf(
        form,
        [
          {
            name: 'email',
            label: 'Email address',
            type: 'email',
            autocomplete: 'username',
            autofocus: true,
          },
        ],
        'Send the link',
      )}
      ${linkTo(signInLink(signIn))}`,
  );

/** The page does not repeat the address, so it is the same for every one. */
export const checkMailPage = ({ signIn }: SignIn): Page =>
  messagePage(
    'Check your mail',
    `If there is an account with this address, it gets an email within a few minutes. Open the link in it with this browser, within ${RESET_MINUTES} minutes.`,
    {
      detail: 'No email? Look in the junk folder, and check that the address is right.',
      link: signInLink(signIn),
    },
  );

export const askAdministratorPage = ({ signIn }: SignIn): Page =>
  messagePage(
    'Forgotten your password?',
    'This installation sends no email. Ask an administrator to give you a new password.',
    { link: signInLink(signIn) },
  );

/** The link leads to the page that sends another one. */
const newLink = (href: string) => ({ link: { href, text: 'Ask for a new link' } });

export const linkEndedPage = (again: string): Page =>
  messagePage(
    'This link cannot be used',
    'It was used before, is too old, or was replaced by a newer one. A change of the password or the email address ends links, too.',
    newLink(again),
  );

export const otherBrowserPage = (again: string): Page =>
  messagePage(
    'Open the link in the other browser',
    'This link works only in the browser in which it was asked for. Copy it there, or ask for a new link in this browser.',
    newLink(again),
  );

export interface ChoiceForm extends Form {
  title: string;
  hint: string;
  token: string;
  email: string;
}

export const choosePasswordPage = ({ title, hint, token, email, ...form }: ChoiceForm): Page =>
  page(
    title,
    html`<h1>${title}</h1>
      <p class="text">For ${email}. ${hint}</p>
      ${formOf({ ...form, hidden: { token } }, [{ ...newPassword, autofocus: true }], 'Save')}`,
  );

export const invitationEndedPage = (): Page =>
  messagePage(
    'This invitation cannot be used',
    `It was used before, is older than ${INVITATION_DAYS} days, or was replaced by a newer one. If you have not chosen a password yet, ask an administrator to send it again.`,
  );

export const invitationAcceptedPage = (signIn: string): Page =>
  page(
    'Password saved',
    html`<h1>Password saved</h1>
      <p class="text">Your account is ready.</p>
      <p class="after"><a href="${signIn}">Sign in</a></p>`,
  );

interface KeysForm {
  action: string;
  token: string;
  keys: readonly Pick<ApiKeyRow, 'name' | 'prefix'>[];
}

const keyList = ({ action, token, keys }: KeysForm) => html`
  <h2>Your API keys still work</h2>
  <p class="text">If somebody else may know your old password, end the keys, too.</p>
  <ul class="items">
    ${joinHtml(keys.map(({ name, prefix }) => html`<li>${name} <code>${prefix}…</code></li>`))}
  </ul>
  ${formOf({ action, hidden: { token } }, [], 'End all API keys')}
`;

export const passwordResetPage = (form: KeysForm): Page =>
  page(
    'Password changed',
    html`<h1>Password changed</h1>
      <p class="text">
        You were signed out everywhere. Go back to the application and sign in with your new
        password.
      </p>
      ${form.keys.length > 0 && keyList(form)}`,
  );

export const keysEndedPage = (count: number): Page =>
  messagePage(
    'API keys ended',
    `${count === 1 ? 'One API key was' : `${count} API keys were`} ended. Programs that used them are refused from now on.`,
  );
