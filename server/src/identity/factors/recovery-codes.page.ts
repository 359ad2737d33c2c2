import { type Html, html, joinHtml } from '../pages/html.ts';
import { type Page, page } from '../pages/pages.ts';

/** The codes cannot be shown again, because only their hashes are stored. */
export const recoveryCodesPage = (codes: readonly string[], next: Html): Page =>
  page(
    'Your recovery codes',
    html`<h1>Your recovery codes</h1>
      <p class="text">
        Save these codes where you find them without your phone. Each signs you in once if you lose
        your second factor. They are shown only now.
      </p>
      <ul class="codes">
        ${joinHtml(codes.map((code) => html`<li>${code}</li>`))}
      </ul>
      ${next}`,
  );
