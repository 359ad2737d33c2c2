// Pages of the area `/security` need a fresh verification.
import { type PageRequest, publicPath } from '../pages/page-request.ts';
import { redirect } from '../pages/send.ts';
import { findSignedIn, findVerified, respondSignedOut, type Verified } from './verification.ts';

type VerifiedPage = (pageRequest: PageRequest, verified: Verified) => Promise<void>;
type Page = (pageRequest: PageRequest) => Promise<void>;

export const SECURITY = '/security';

/** Leads to the verification if there is none, or if it has expired. */
export const verifiedPage =
  (show: VerifiedPage): Page =>
  async (pageRequest) => {
    const signedIn = await findSignedIn(pageRequest);
    if (!signedIn) return respondSignedOut(pageRequest);
    const verified = await findVerified(pageRequest, signedIn);
    if (!verified)
      return redirect(pageRequest.response, publicPath(pageRequest, `${SECURITY}/verify`));
    return show(pageRequest, verified);
  };
