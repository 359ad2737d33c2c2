// Hostile articles contain scripts in HTML and Markdown, links that run code, and characters that deceive.

/** A script would do one of these if it ran; the browser reports each of them. */
const actions = ['alert(1)', 'document.title=/executed/.source', 'fetch("//canary.invalid/x")'];

/** `CODE` is the action. */
const scripts = [
  '<script>CODE</script>',
  '<SCRIPT SRC=//canary.invalid/x.js></SCRIPT>',
  '</script><script>CODE</script>',
  '</textarea></title></style><script>CODE</script>',
  '--><script>CODE</script><!--',
  ']]><script>CODE</script>',
  '<img src=x onerror=CODE>',
  '<img src="//canary.invalid/pixel.png">',
  '<svg onload=CODE>',
  '<svg><script>CODE</script></svg>',
  '<svg><animate onbegin=CODE attributeName=x dur=1s>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=CODE>',
  '<body onload=CODE>',
  '<iframe src="javascript:CODE"></iframe>',
  '<iframe srcdoc="<script>CODE</script>"></iframe>',
  '<object data="javascript:CODE"></object>',
  '<embed src="javascript:CODE">',
  '<base href="//canary.invalid/">',
  '<meta http-equiv="refresh" content="0;url=javascript:CODE">',
  '<link rel=stylesheet href="//canary.invalid/x.css">',
  '<style>@import "//canary.invalid/x.css";</style>',
  '<details open ontoggle=CODE>',
  '<video><source onerror=CODE></video>',
  '<input autofocus onfocus=CODE>',
  '<form action="javascript:CODE"><button>x</button></form>',
  '<a href="javascript:CODE">x</a>',
  '<a href=" &#106;avascript:CODE">x</a>',
  '<div style="background:url(//canary.invalid/x)">',
  '<template><script>CODE</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=CODE>">',
  '[x](javascript:CODE)',
  '[x](JaVaScRiPt:CODE)',
  '[x](javascript&#58;CODE)',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](vbscript:CODE)',
  '![x](javascript:CODE)',
  '![x](x "onerror=CODE")',
  '![x](//canary.invalid/pixel.png)',
  '<javascript:CODE>',
  '[x]: javascript:CODE\n[x]',
  '[x](<javascript:CODE>)',
  '`<script>CODE</script>`',
  '```html\n<script>CODE</script>\n```',
  '~~~\n</pre><script>CODE</script>\n~~~',
  '| <img src=x onerror=CODE> |\n| --- |\n| [x](javascript:CODE) |',
  '> <script>CODE</script>',
  '- <img src=x onerror=CODE>',
  '# <svg onload=CODE>',
  '$$\\href{javascript:CODE}{x}$$',
  '{{constructor.constructor("CODE")()}}',
  '${CODE} #{CODE} <%= CODE %> {% CODE %}',
  '{"__proto__": {"html": "<script>CODE</script>"}}',
  '\u2028<script>CODE</script>\u2029',
  '+ADw-script+AD4-CODE+ADw-/script+AD4-',
  '<scr\u200Bipt>CODE</scr\u200Bipt>',
  '＜script＞CODE＜/script＞',
  '<ſcript>CODE</ſcript>',
  '<IMG """><SCRIPT>CODE</SCRIPT>"\\>',
  '\u001B]8;;javascript:CODE\u0007x\u001B]8;;\u0007',
];

/** Direction overrides, invisible and combining characters stay as they are, as text. */
const deceptions = [
  '\u202Egnp.exe\u202C',
  '\u2066hidden\u2069 \u2067txet\u2069',
  '\u200Fabc\u200E \u061Cabc',
  '\u202A\u202B\u202D\u202E unbalanced',
  '\uFEFFx\u200B\u200C\u200D\u2060',
  `x${'\u0301'.repeat(500)}`,
  '\u{E0041}\u{E0042}\u{E007F} tags',
  'аdmin@ехample.com in Cyrillic',
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'.repeat(100),
  '\u00A0\u2000\u3000 spaces',
  '﷽'.repeat(1000),
  '\uFFFE\uFFFF\u{10FFFF} noncharacters',
];

/** Long lines and deep nesting slow parsers. */
const oversized = [
  'x'.repeat(65_000),
  '['.repeat(60_000),
  '> '.repeat(30_000),
  '- '.repeat(30_000),
  '*_'.repeat(30_000),
  '`'.repeat(60_001),
  '![]('.repeat(15_000),
  '<div>'.repeat(12_000),
  '|'.repeat(60_000),
  '\t'.repeat(60_000),
  '&amp;'.repeat(12_000),
  `${'a'.repeat(30_000)}\u202E${'b'.repeat(30_000)}`,
];

const withAction = (script: string, n: number): string =>
  script.replaceAll('CODE', actions[n % actions.length] ?? '');

const wraps: ((text: string) => string)[] = [
  (text) => text,
  (text) => `Before ${text} after`,
  (text) => `"'>${text}`,
  (text) => `${text}\n\n${text}`,
  (text) => `<!-- ${text}`,
];

/** The oversized come first, so that a part of the list has some of each kind when every n-th is taken. */
export const articlePayloads: string[] = [
  ...oversized,
  ...deceptions,
  ...wraps.flatMap((wrap, n) => scripts.map((script, m) => wrap(withAction(script, n + m)))),
];

/** PostgreSQL or JSON cannot hold these texts, or they are too long: each is refused, with the fault of its body. */
export const refusedBodies: Record<string, [json: string, fault: string]> = {
  NUL: ['"a\\u0000b"', '/body invalid_characters'],
  'a high surrogate alone': ['"a\\ud800b"', '/body invalid_characters'],
  'a low surrogate alone': ['"a\\udc00b"', '/body invalid_characters'],
  'a line of 1,000,000 characters': [`"${'x'.repeat(1_000_000)}"`, '/body too_long'],
};
