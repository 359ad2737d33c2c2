// Pages of the area `/security` need a fresh verification; their forms also need the token of that verification.
import { timingSafeEqual } from 'node:crypto';
import { readForm } from '../pages/form.ts';
import { type PageRequest, publicPath } from '../pages/page-request.ts';
import { messagePage } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { findSignedIn, findVerified, respondSignedOut, type Verified } from './verification.ts';

type VerifiedPage = (pageRequest: PageRequest, verified: Verified) => Promise<void>;
type Page = (pageRequest: PageRequest) => Promise<void>;

export const SECURITY = '/security';

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** The session cookie is not sent with forms of other sites; the token also refuses those of other pages of this site. */
const isOwnForm = ({ request }: PageRequest, { verification }: Verified, form: URLSearchParams) =>
  (request.headers['sec-fetch-site'] ?? 'same-origin') === 'same-origin' &&
  isEqual(form.get('form_token') ?? '', verification.form_token);

/** Leads to the verification if there is none, or if it has expired. */
export const verifiedPage =
  (show: VerifiedPage): Page =>
  async (pageRequest) => {
    const signedIn = await findSignedIn(pageRequest);
    if (!signedIn) return respondSignedOut(pageRequest);
    const verified = await findVerified(pageRequest, signedIn.verificationId);
    if (verified?.user.id !== signedIn.user.id)
      return redirect(pageRequest.response, publicPath(pageRequest, `${SECURITY}/verify`));
    return show(pageRequest, verified);
  };

/** Passes the form on only if it comes from a page that this browser got after its verification. */
export const withOwnForm =
  <V extends Verified>(
    submit: (pageRequest: PageRequest, verified: V, form: URLSearchParams) => Promise<void>,
  ) =>
  async (pageRequest: PageRequest, verified: V): Promise<void> => {
    const form = await readForm(pageRequest.request);
    if (isOwnForm(pageRequest, verified, form)) return submit(pageRequest, verified, form);
    respond(
      pageRequest.response,
      403,
      messagePage('This form has expired', 'Nothing was changed. Go back and open the page again.'),
    );
  };
