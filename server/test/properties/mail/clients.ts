// The forms in which mail clients and ticket systems quote the mail that they reply to.

interface Quoted {
  name: string;
  address: string;
  /** Lines of the quoted mail. */
  lines: readonly string[];
}

/** Each gives the text below a reply; `html` has the marks of the client. A text stays out if the client sends none. */
interface Client {
  plain?: (quoted: Quoted) => string;
  html?: (reply: string, quoted: Quoted) => string;
}

const addPrefixes = ({ lines }: Quoted): string =>
  lines.map((line) => `> ${line}`.trimEnd()).join('\n');
const plainLines = ({ lines }: Quoted): string => lines.join('\n');
const brokenLines = ({ lines }: Quoted): string => lines.join('<br>');

const attribution =
  (words: (quoted: Quoted) => string) =>
  (quoted: Quoted): string =>
    `${words(quoted)}\n\n${addPrefixes(quoted)}`;

const fields =
  (divider: string, [from, sent, to, subject]: readonly [string, string, string, string]) =>
  (quoted: Quoted): string =>
    `${divider}${from}: ${quoted.name} <${quoted.address}>\n${sent}: Thursday, November 19, 2026 10:00 AM\n${to}: Help Desk <help@desk.example.com>\n${subject}: Printer\n\n${plainLines(quoted)}`;

const english = ['From', 'Sent', 'To', 'Subject'] as const;
const UNDERSCORES = `${'_'.repeat(32)}\n`;

const gmail = (words: string) => ({
  plain: attribution(({ name, address }) =>
    words.replace('NAME', name).replace('ADDRESS', address),
  ),
  html: (reply: string, quoted: Quoted): string =>
    `<div dir="ltr">${reply}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${words.replace('NAME', quoted.name).replace('<ADDRESS>', `&lt;${quoted.address}&gt;`)}<br></div><blockquote class="gmail_quote" style="margin:0px">${brokenLines(quoted)}</blockquote></div>`,
});

export const clients: Readonly<Record<string, Client>> = {
  'Gmail, English': gmail('On Thu, Nov 19, 2026 at 10:00 AM NAME <ADDRESS> wrote:'),
  'Gmail, German': gmail('Am Do., 19. Nov. 2026 um 10:00 Uhr schrieb NAME <ADDRESS>:'),
  'Gmail, French': gmail('Le jeu. 19 nov. 2026 à 10:00, NAME <ADDRESS> a écrit :'),
  'Gmail, Spanish': gmail('El jue, 19 nov 2026 a las 10:00, NAME (<ADDRESS>) escribió:'),
  'Gmail, Italian': gmail('Il giorno gio 19 nov 2026 alle ore 10:00 NAME <ADDRESS> ha scritto:'),
  'Gmail, Portuguese': gmail('Em qui., 19 de nov. de 2026 às 10:00, NAME <ADDRESS> escreveu:'),
  'Gmail, Dutch': gmail('Op do 19 nov 2026 om 10:00 schreef NAME <ADDRESS>:'),
  'Outlook, desktop': {
    plain: fields('', english),
    html: (reply, quoted) =>
      `<html><head><style>p.MsoNormal {margin:0}</style></head><body><div class="WordSection1"><p class="MsoNormal">${reply}<o:p></o:p></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> ${quoted.name} &lt;${quoted.address}&gt;<br><b>Sent:</b> Thursday, November 19, 2026 10:00 AM<br><b>To:</b> Help Desk<br><b>Subject:</b> Printer<o:p></o:p></p></div></div><p class="MsoNormal">${brokenLines(quoted)}</p></div></body></html>`,
  },
  'Outlook, German': { plain: fields('', ['Von', 'Gesendet', 'An', 'Betreff']) },
  'Outlook, web': {
    plain: fields(UNDERSCORES, english),
    html: (reply, quoted) =>
      `<div class="elementToProof">${reply}</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> ${quoted.name}<br><b>Sent:</b> Thursday, November 19, 2026 10:00 AM<br><b>To:</b> Help Desk<br><b>Subject:</b> Printer</font><div> </div></div><div>${brokenLines(quoted)}</div>`,
  },
  'Outlook, mobile': {
    plain: (quoted) =>
      `Get Outlook for iOS<https://aka.ms/o0ukef>\n${fields(UNDERSCORES, english)(quoted)}`,
    html: (reply, quoted) =>
      `<div dir="auto">${reply}</div><div id="ms-outlook-mobile-signature">Sent from <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><div id="mail-editor-reference-message-container"><hr><div id="divRplyFwdMsg"><b>Von:</b> ${quoted.name}</div>${brokenLines(quoted)}</div>`,
  },
  'Apple Mail': {
    plain: (quoted) =>
      `> On 19. Nov 2026, at 10:00, ${quoted.name} <${quoted.address}> wrote:\n>\n${addPrefixes(quoted)}`,
    html: (reply, quoted) =>
      `<html><body style="overflow-wrap: break-word;">${reply}<br id="lineBreakAtBeginningOfMessage"><div><br><blockquote type="cite"><div>On 19. Nov 2026, at 10:00, ${quoted.name} &lt;${quoted.address}&gt; wrote:</div><br class="Apple-interchange-newline"><div>${brokenLines(quoted)}</div></blockquote></div></body></html>`,
  },
  'Apple Mail, phone': {
    plain: (quoted) =>
      `Von meinem iPhone gesendet\n\n> Am 19.11.2026 um 10:00 schrieb ${quoted.name} <${quoted.address}>:\n>\n${addPrefixes(quoted)}`,
  },
  Thunderbird: {
    plain: (quoted) => `Am 19.11.26 um 10:00 schrieb ${quoted.name}:\n${addPrefixes(quoted)}`,
    html: (reply, quoted) =>
      `<html><body><p>${reply}</p><div class="moz-cite-prefix">Am 19.11.26 um 10:00 schrieb ${quoted.name}:<br></div><blockquote type="cite" cite="mid:1@example.com">${brokenLines(quoted)}</blockquote></body></html>`,
  },
  Yahoo: {
    plain: (quoted) =>
      `    On Thursday, November 19, 2026 at 10:00:00 AM GMT+1, ${quoted.name} <${quoted.address}> wrote:\n\n${plainLines(quoted)}`,
    html: (reply, quoted) =>
      `<div class="yahoo-style-wrap"><div dir="ltr">${reply}</div></div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Thursday, ${quoted.name} wrote:</div><div>${brokenLines(quoted)}</div></div>`,
  },
  'K-9': {
    plain: attribution(
      ({ name, address }) => `On 19 November 2026 10:00:00 CET, ${name} <${address}> wrote:`,
    ),
  },
  Proton: {
    plain: (quoted) =>
      `Sent with Proton Mail secure email.\n\nOn Thursday, November 19th, 2026 at 10:00, ${quoted.name} <${quoted.address}> wrote:\n\n${addPrefixes(quoted)}`,
    html: (reply, quoted) =>
      `<div style="font-family: Arial">${reply}</div><div class="protonmail_signature_block"><br>Sent with Proton</div><div class="protonmail_quote">On Thursday, ${quoted.name} wrote:<br><blockquote class="protonmail_quote" type="cite">${brokenLines(quoted)}</blockquote></div>`,
  },
  Zimbra: { plain: fields('----- Original Message -----\n', ['From', 'Sent', 'To', 'Subject']) },
  Notes: {
    plain: (quoted) =>
      `-----${quoted.name}/Example wrote: -----\nTo: Help Desk\nFrom: ${quoted.name}\nDate: 19.11.2026 10:00\nSubject: Printer\n\n${plainLines(quoted)}`,
  },
  'a reply to Zendesk': {
    plain: (quoted) =>
      `##- Please type your reply above this line -##\n\nYour request (35436) has been updated.\n\n${plainLines(quoted)}`,
  },
  'a reply with a signature': {
    plain: (quoted) =>
      `-- \n${quoted.name}\nExample Ltd.\n\nOn 2026-11-19 10:00, ${quoted.name} wrote:\n${addPrefixes(quoted)}`,
  },
  ServiceNow: { plain: () => 'Ref:MSG0012345_x7Yz' },
  'Jira SM': {
    plain: () =>
      "View request · Turn off this request's notifications\n\nThis is shared with Bob Ray.\n\nPowered by Jira Service Management",
  },
};
