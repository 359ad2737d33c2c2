// The link in an invitation opens a page on which the person chooses the first password, in any browser.
import { consoleUrl, type PageTable } from '../pages/page-request.ts';
import { respond } from '../pages/send.ts';
import { choosePasswordPages } from './choose-password.ts';
import { invitationAcceptedPage, invitationEndedPage } from './link-pages.ts';

export const invitationPages: PageTable = choosePasswordPages({
  audience: 'invitation',
  kind: 'user.invitation_accepted',
  title: 'Choose a password',
  hint: 'You sign in with your address and this password.',
  refuse: ({ response }) => respond(response, 400, invitationEndedPage()),
  finish: async (_tx, pageRequest) => invitationAcceptedPage(consoleUrl(pageRequest)),
});
