// The pages that people meet: plain, readable without a script, usable by keyboard and screen reader.
import { type Html, html, trusted } from './html.ts';

export interface Page {
  html: Html;
}

export const STYLE = `
:root{color-scheme:light dark;background:Canvas;color:CanvasText}
a{color:inherit}
body{font:1rem/1.5 system-ui,sans-serif;margin:0;display:grid;place-items:center;min-height:100vh}
main{width:min(22rem,calc(100vw - 2rem))}
h1{font-size:1.5rem}
label{display:block;margin:1rem 0 .25rem}
input{box-sizing:border-box;width:100%;font:inherit;padding:.5rem}
button{font:inherit;padding:.5rem 1rem;margin:1.25rem .5rem 0 0}
[role=alert]{border-left:.25rem solid #c62828;padding-left:.75rem}
`;

const page = (title: string, body: Html): Page => ({
  html: html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} - Signalbox</title>
        <style>
          ${trusted(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `,
});

const alert = (message: string | undefined) => message && html`<p role="alert">${message}</p>`;

interface LoginFields {
  action: string;
  client: string;
  email?: string;
  fault?: string;
}

/** Who it is, and the password that shows it. Whoever comes again has to type the password alone. */
const credentials = (passwordLabel: string, email: string | undefined): Html => {
  const [first, again] = email ? [undefined, trusted('autofocus')] : [trusted('autofocus')];
  return html`<label for="email">E-mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      autocomplete="username"
      required
      ${first}
      value="${email}"
    />
    <label for="password">${passwordLabel}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      ${again}
    />`;
};

export const loginPage = ({ action, client, email, fault }: LoginFields): Page =>
  page(
    'Log in',
    html`<p>To go on to ${client}.</p>
      ${alert(fault)}
      <form method="post" action="${action}">
        ${credentials('Password', email)}
        <button type="submit">Log in</button>
      </form>
      <p>
        <a href="${action.replace(/\/interaction\/.*/, '/password')}">Change your password</a>
      </p>`,
  );

export const passwordPage = ({ action, email, fault }: Omit<LoginFields, 'client'>): Page =>
  page(
    'Change your password',
    html`${alert(fault)}
      <form method="post" action="${action}">
        ${credentials('Present password', email)}
        <label for="new">New password, at least 12 characters</label>
        <input
          id="new"
          name="new_password"
          type="password"
          autocomplete="new-password"
          minlength="12"
          maxlength="256"
          required
        />
        <button type="submit">Change it</button>
      </form>`,
  );

export const messagePage = (title: string, message: string): Page =>
  page(title, html`<p>${message}</p>`);

/** The form is the provider's, with its own protection against forgery. */
export const logoutPage = (form: string): Page =>
  page(
    'Log out',
    html`${trusted(form)}
      <button type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>
        Log out
      </button>
      <button type="submit" form="op.logoutForm">Stay</button>`,
  );

export const loggedOutPage = (): Page =>
  messagePage('Logged out', 'You are logged out. You can close this window.');

interface ErrorFields {
  error?: string | undefined;
  error_description?: string | undefined;
}

export const errorPage = ({ error, error_description }: ErrorFields): Page =>
  messagePage(
    'This did not work',
    `${error_description ?? 'The request is not valid'} (${error ?? 'error'})`,
  );
