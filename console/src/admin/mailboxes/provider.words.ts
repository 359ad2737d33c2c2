// The steps at a provider, from its documentation, in our words. Those that nobody has tried here say so.
import type { Provider } from './login.values.ts';

interface ProviderStep {
  text: string;
  /** Commands stand below the text. */
  commands?: (names: StepNames) => string;
}

interface StepNames {
  address: string;
  clientId: string;
}

interface ProviderGuide {
  title: string;
  /** Says how far the steps are known to work. */
  tried: string;
  steps: readonly ProviderStep[];
}

const NOT_TRIED =
  'Not tried here: the steps are from the documentation of the provider, whose pages may look different by now.';

const replies: ProviderStep = {
  text: 'Replies go to addresses such as help+…@example.com, which must reach this mailbox, too. Send a mail to such an address to see that it arrives.',
};

const powershell = ({ address, clientId }: StepNames): string =>
  [
    'Connect-ExchangeOnline',
    `New-ServicePrincipal -AppId ${clientId || 'CLIENT_ID'} -ObjectId OBJECT_ID -DisplayName Signalbox`,
    `Add-MailboxPermission -Identity ${address || 'ADDRESS'} -User OBJECT_ID -AccessRights FullAccess`,
    `Set-CASMailbox -Identity ${address || 'ADDRESS'} -ImapEnabled $true -SmtpClientAuthenticationDisabled $false`,
  ].join('\n');

export const guides: Readonly<Partial<Record<Provider, ProviderGuide>>> = {
  microsoft: {
    title: 'Prepare this at Microsoft 365',
    tried: NOT_TRIED,
    steps: [
      {
        text: 'In the Entra admin center, register an application for this directory only. Copy its directory (tenant) id and its application (client) id into the fields below.',
      },
      {
        text: 'Under “Certificates & secrets”, create a client secret and copy its value, not its id. Note when it expires: the mailbox cannot be read after that.',
      },
      {
        text: 'Under “API permissions”, choose “APIs my organization uses”, “Office 365 Exchange Online”, “Application permissions”. Add IMAP.AccessAsApp to read, and SMTP.SendAsApp to send. Then grant admin consent.',
      },
      {
        text: 'Under “Enterprise applications”, open the application and copy its object id. It is not the object id of the registration.',
      },
      {
        text: 'In Exchange Online PowerShell, let the application use this mailbox, with the copied id for OBJECT_ID:',
        commands: powershell,
      },
      {
        text: 'Permissions may take half an hour to have an effect; until then the login is refused.',
      },
      replies,
    ],
  },
  google: {
    title: 'Prepare this at Google',
    tried: NOT_TRIED,
    steps: [
      {
        text: 'In the Admin console, under Apps, Google Workspace, Gmail, “End User Access”, an administrator allows IMAP for the user of this mailbox.',
      },
      {
        text: 'Sign in at myaccount.google.com as that user, and turn on 2-Step Verification. With security keys as the only method, or with Advanced Protection, there are no app passwords.',
      },
      {
        text: 'As the same user, create an app password at myaccount.google.com/apppasswords and paste its 16 letters below, without blanks. An administrator cannot create it for somebody else.',
      },
      {
        text: 'The app password ends when the password of the user changes. OAuth is not offered here: Google gives no tokens for mail to a client id and secret alone.',
      },
      replies,
    ],
  },
  zoho: {
    title: 'Prepare this at Zoho Mail',
    tried: NOT_TRIED,
    steps: [
      {
        text: 'Sign in to Zoho Mail as the user of this mailbox. Under Settings, “Mail Accounts”, open the address and turn on “IMAP Access”. If it cannot be turned on, the policy of your organisation forbids it.',
      },
      {
        text: 'At accounts.zoho.com, under Security, create an application-specific password and paste it below. Without two-factor authentication, the password of the account works.',
      },
      {
        text: 'Under “Server that is read” and “Server that sends”, replace .com by the end of your address of Zoho: .eu, .in or .com.au. An address without a domain of your own uses imap.zoho.… and smtp.zoho.….',
      },
      replies,
    ],
  },
  imap: {
    title: 'About the server',
    tried: 'Tried here with Dovecot 2.4, with a password and with OAuth.',
    steps: [
      {
        text: 'Port 993 goes with TLS from the first byte, port 143 with STARTTLS. A connection without TLS is not possible.',
      },
      {
        text: 'Only the folder INBOX is read. Nothing there is marked, moved or deleted, and mail of before is left alone.',
      },
      {
        text: 'With OAuth, register a client that gets tokens by itself (client credentials); they must name the user, most often in the claim email.',
      },
      replies,
    ],
  },
  lmtp: {
    title: 'Set this at your mail server',
    tried: 'Tried here with Postfix.',
    steps: [
      {
        text: 'The operator of this instance sets LMTP_LISTEN, and LMTP_TRUSTED if the mail server is on another machine.',
      },
      {
        text: 'In Postfix, give the address the transport lmtp:inet:HOST:PORT of this instance, and make + its recipient delimiter.',
      },
    ],
  },
  api: {
    title: 'About the messages',
    tried: 'Tried here.',
    steps: [
      {
        text: 'The program sends each message as it is, with POST /mailboxes/<id>/messages and the media type message/rfc822. The id is on top of this page after saving.',
      },
    ],
  },
};
