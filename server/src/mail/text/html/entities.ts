// Character references of HTML: the numeric ones, those of Latin-1 and the signs that programs use in mail.

/** Names of U+00A0 to U+00FF, in the order of the code points. */
const latin = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
).split(' ');

const named = new Map<string, string>([
  ...latin.map((name, index): [string, string] => [name, String.fromCodePoint(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    bull: '•',
    euro: '€',
    trade: '™',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    check: '✓',
    zwnj: '',
    zwj: '\u200d',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    OElig: 'Œ',
    oelig: 'œ',
    lsaquo: '‹',
    rsaquo: '›',
    Scaron: 'Š',
    scaron: 'š',
    Yuml: 'Ÿ',
    fnof: 'ƒ',
    dagger: '†',
    permil: '‰',
    minus: '−',
    ne: '≠',
    le: '≤',
    ge: '≥',
    asymp: '≈',
    infin: '∞',
    sol: '/',
  }),
]);

/** HTML reads these code points, which are no characters, as windows-1252. */
const windows = new TextDecoder('windows-1252');

function fromCodePoint(code: number): string {
  if (code >= 0x80 && code <= 0x9f) return windows.decode(Uint8Array.of(code));
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : '\uFFFD';
}

/** An unknown name stays as it is written. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(
        /&(?:#[xX]([\da-fA-F]{1,6})|#(\d{1,7})|([a-zA-Z][\da-zA-Z]{1,9}));?/g,
        (written: string, hex?: string, decimal?: string, name?: string) => {
          if (hex !== undefined) return fromCodePoint(Number.parseInt(hex, 16));
          if (decimal !== undefined) return fromCodePoint(Number(decimal));
          return named.get(name ?? '') ?? written;
        },
      )
    : text;
