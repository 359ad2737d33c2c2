// Factors are added in two places: below `/security`, and in a sign-in that needs a second factor from now on.
import type { PageRequest } from '../pages/page-request.ts';
import { publicPath } from '../pages/page-request.ts';
import { linkTo } from '../pages/pages.ts';
import { redirect, respond } from '../pages/send.ts';
import { SECURITY, verifiedPage, withOwnForm } from '../verification/security.forms.ts';
import type { Verified } from '../verification/verification.ts';
import { addMethods } from '../verification/verification.sql.ts';
import { MAX_FACTORS } from './factors.service.ts';
import { recoveryCodesPage } from './recovery-codes.page.ts';

export interface FactorArea extends Verified {
  /** The area begins at this public path. */
  area: string;
  /** A person with this many factors adds no more. */
  maxFactors: number;
  /** Responds after a factor was added; there are codes with the first one. */
  respondAdded: (pageRequest: PageRequest, codes: readonly string[]) => void;
}

export type AreaPage = (pageRequest: PageRequest, area: FactorArea) => Promise<void>;
export type AreaForm = (
  pageRequest: PageRequest,
  area: FactorArea,
  form: URLSearchParams,
) => Promise<void>;

/** A person who has just added a factor has also shown it. */
export async function respondAdded(
  pageRequest: PageRequest,
  { verification, respondAdded: respondNext }: FactorArea,
  { amr, codes }: { amr: readonly string[]; codes: readonly string[] },
): Promise<void> {
  await addMethods(pageRequest.deps.db, verification.id, amr);
  respondNext(pageRequest, codes);
}

const securityArea = (pageRequest: PageRequest, verified: Verified): FactorArea => {
  const area = publicPath(pageRequest, SECURITY);
  return {
    ...verified,
    area,
    maxFactors: MAX_FACTORS,
    respondAdded: ({ response }, codes) => {
      if (codes.length === 0) return redirect(response, area);
      respond(
        response,
        200,
        recoveryCodesPage(codes, linkTo({ href: area, text: 'I have saved them' })),
      );
    },
  };
};

export const securityPage = (show: AreaPage) =>
  verifiedPage((pageRequest, verified) => show(pageRequest, securityArea(pageRequest, verified)));

export const securityForm = (submit: AreaForm) => securityPage(withOwnForm(submit));
