// The hosted pages need no scripts and can be used by keyboard and screen reader.
import { PASSWORD } from '../users/users.schema.ts';
import { credentials, type Field, type Form, formOf } from './fields.ts';
import { type Html, html, joinHtml, rawHtml } from './html.ts';
import { styleElement } from './style.ts';

export interface Page {
  html: Html;
  /** The page contains the script for passkeys, which its policy allows. */
  hasScript?: true;
}

/** The logo is inline, so that no external resource is loaded. */
const mark = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <rect width="32" height="32" rx="8" />
  <path d="M9 24V8h5v16zm9 0V13h5v11z" />
</svg>`;

export const page = (title: string, body: Html): Page => ({
  html: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Signalbox</title>
        ${styleElement}
      </head>
      <body>
        <header class="brand">${mark} Signalbox</header>
        <main>${body}</main>
      </body>
    </html> `,
});

/** Returns the path of another page, from the page of a sign-in. */
const siblingOf = ({ action }: Form, path: string): string =>
  action.replace(/\/interaction\/.*/, path);

interface OfferedProvider {
  id: string;
  name: string;
}
/** Each button begins a sign-in at the identity provider of an organisation. */
const providerButtons = (action: string, providers: readonly OfferedProvider[]): Html | false =>
  providers.length > 0 &&
  html`<form class="providers" method="post" action="${action}/identity-provider">
    <p class="or">or</p>
    ${joinHtml(
      providers.map(
        ({ id, name }) =>
          html`<button class="secondary" type="submit" name="provider" value="${id}">
            Sign in with ${name}
          </button>`,
      ),
    )}
  </form>`;
type LoginForm = Form & { client: string; providers: readonly OfferedProvider[] };
export const loginPage = ({ client, providers, ...form }: LoginForm): Page =>
  page(
    'Sign in',
    html`<h1>Sign in to continue to ${client}</h1>
      ${formOf(form, credentials('Password', form.email), 'Sign in')}
      ${linkTo({ href: `${form.action}/passkey`, text: 'Sign in with a passkey' })}
      ${providerButtons(form.action, providers)}
      <p class="after">
        <a href="${siblingOf(form, '/forgotten')}">Forgotten your password?</a>
      </p>
      <p class="after"><a href="${siblingOf(form, '/password')}">Change password</a></p>`,
  );

export const newPassword: Field = {
  name: 'new_password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  minlength: PASSWORD.minLength,
  maxlength: PASSWORD.maxLength,
  help: `At least ${PASSWORD.minLength} characters.`,
};

export const passwordPage = (form: Form): Page =>
  page(
    'Change password',
    html`<h1>Change password</h1>
      <p class="text">Changing your password signs you out everywhere.</p>
      ${formOf(
        form,
        [...credentials('Current password', form.email), newPassword],
        'Change password',
      )}`,
  );

interface Link {
  href: string;
  text: string;
}

export const linkTo = ({ href, text }: Link): Html =>
  html`<p class="after"><a href="${href}">${text}</a></p>`;

export const messagePage = (
  title: string,
  message: string,
  { detail, link }: { detail?: string | undefined; link?: Link } = {},
): Page =>
  page(
    title,
    html`<h1>${title}</h1>
      <p class="text">${message}</p>
      ${detail && html`<p class="detail">${detail}</p>`} ${link && linkTo(link)}`,
  );

/**
 * The form is the provider's, with its own CSRF protection. There is no button to decline: even without `logout` the form
 * would revoke the client's grant.
 */
export const logoutPage = (form: string): Page =>
  page(
    'Sign out',
    html`<h1>Sign out of Signalbox?</h1>
      <p class="text">To stay signed in, close this window.</p>
      ${rawHtml(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>
        Sign out
      </button>`,
  );

export const loggedOutPage = (): Page =>
  messagePage('Signed out', 'You are signed out. You can close this window.');

export const passwordChangedPage = (): Page =>
  messagePage(
    'Password changed',
    'You were signed out everywhere. Sign in again with your new password.',
  );

export const expiredPage = (): Page =>
  messagePage(
    'This sign-in has expired',
    'Go back to the application and sign in again. If this page appears again, allow cookies for this site.',
  );

interface ErrorFields {
  error?: string | undefined;
  error_description?: string | undefined;
}

export const errorPage = ({ error, error_description }: ErrorFields): Page =>
  messagePage(
    'Something went wrong',
    'Go back to the application and try again. If it happens again, send your administrator the details below.',
    { detail: [error ?? 'error', error_description].filter(Boolean).join(': ') },
  );
