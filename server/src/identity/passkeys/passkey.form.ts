// The form of a passkey has the options for the browser; the script fills in the response.
import { type Fault, hiddenInputs } from '../pages/fields.ts';
import { type Html, html, joinHtml } from '../pages/html.ts';
import { type Page, page } from '../pages/pages.ts';
import { scriptElement } from '../pages/script.ts';

interface PasskeyForm {
  title: string;
  text: string;
  action: string;
  /** `create` adds a passkey, `get` uses one. */
  purpose: 'create' | 'get';
  options: object;
  hidden?: Readonly<Record<string, string>>;
  fields?: Html;
  button: string;
  fault?: Fault | undefined;
  links: readonly Html[];
}

export const passkeyPage = (form: PasskeyForm): Page => ({
  ...page(
    form.title,
    html`<h1>${form.title}</h1>
      <p class="text">${form.text}</p>
      <noscript><p class="alert">Passkeys need JavaScript, which is switched off.</p></noscript>
      <p class="alert" role="alert" id="passkey-fault" ${!form.fault && html`hidden`}>
        ${form.fault?.message}
      </p>
      <form
        method="post"
        action="${form.action}"
        data-passkey="${form.purpose}"
        data-options="${JSON.stringify(form.options)}"
      >
        ${hiddenInputs({ ...form.hidden, credential: '' })} ${form.fields}
        <button type="submit" autofocus>${form.button}</button>
      </form>
      ${joinHtml([...form.links])} ${scriptElement}`,
  ),
  hasScript: true,
});
