// The rules of docs/reference/glossary.md for words, as a table: each finds its violations in one file.
import type { Excerpt, Source } from './source.ts';
import { hasVerb, isImperative } from './verbs.ts';

export interface Rule {
  name: string;
  /** What a writer should do instead. */
  advice: string;
  find: (source: Source) => Excerpt[];
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** `tellToldFields`, `TELL_TOLD_FIELDS` and `tell-told-fields` are all tell, told, fields. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);

const OPENER = /^(?:what|who|whom|whose|whoever|whatever|of|those|such)\b(?![^.?!]*\?)/i;

/** A fragment of this kind is a reply to "what is it?"; a question may begin with the same words. */
const opensWithFragment = ({ text }: Excerpt): boolean => OPENER.test(text);

/** A sentence begins with a capital letter and has more than two words. */
const isProse = ({ text }: Excerpt): boolean => /^[A-Z][a-z]* \S+ \S+/.test(text);

const firstSentence = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text;

const IRREGULAR_PARTICIPLES = words(`
  begun bound broken brought built caught chosen cut done drawn driven dealt fed felt forgotten found frozen given gone
  held heard hidden kept known laid led left lost made meant met paid proven put said seen sent shown sold spent
  spoken stolen taken taught told thought thrown torn understood won worn written
`);
/** They end like participles and are verbs. */
const VERBS_IN_ED = words(
  'need feed seed speed embed shed exceed proceed succeed bleed breed cut put',
);
/** A participle with one of these is still no verb. */
const PARTICLES = words(
  'after at as away back before beside between by down for from if in into of off on out since so to under until up while with yet',
);

const isParticiple = (word: string): boolean =>
  (/[^e]ed$/.test(word) || IRREGULAR_PARTICIPLES.has(word)) && !VERBS_IN_ED.has(word);

/** `shown`, `shownTo` and `isolated`, but not `changedFields`, which is a noun, nor a constant such as `EINVALIDATED`. */
function isBareParticiple({ text }: Excerpt): boolean {
  const [first = '', ...rest] = wordsOf(text);
  return (
    text !== text.toUpperCase() && isParticiple(first) && rest.every((word) => PARTICLES.has(word))
  );
}

/** Words of the former private dialect, with the words of the field instead. */
const REFUSED_WORDS: Readonly<Record<string, string>> = {
  told: 'audited, notified, reported',
  untold: 'internal',
  mended: 'fixed',
  judge: 'read, validate, evaluate',
  judges: 'reads, validates, evaluates',
  judged: 'validated, evaluated',
  judging: 'validating, evaluating',
  arrival: 'request, delivery',
  arrivals: 'requests, deliveries',
  look: 'poll, check, observation',
  looks: 'polls, checks, observations',
  looked: 'polled, checked',
  looking: 'polling, checking',
  gather: 'batch',
  gathered: 'batched',
  gatherer: 'batchReader',
  gatherers: 'batchReaders',
  wake: 'commitNotifier, notify',
  woken: 'notified',
  kept: 'cached, retained, stored',
  edition: 'version',
  editions: 'versions',
  lane: 'slot',
  lanes: 'slots',
  turn: 'batch',
  turns: 'batches',
  estate: 'sample data',
  meetings: 'allowed imports',
  strain: 'overload',
  doors: 'public API',
};
/** Consecutive words of an identifier. */
const REFUSED_NAMES: Readonly<Record<string, string>> = {
  'breaks unique': 'isUniqueViolation',
  'since locked': 'atLockTime',
  'call of': 'requestContextOf',
  'joined vector': 'vector',
};
/** Refused in the names of types only: a variable may be `wanted`. */
const REFUSED_TYPE_WORD = 'wanted';
/** Words that one module gave a meaning of its own; elsewhere they have that of the dictionary. */
const REFUSED_IN: readonly [files: RegExp, refused: ReadonlySet<string>, instead: string][] = [
  [
    /^server\/src\/platform\/lists\//,
    words('walk way ways lag mark marks lead tail'),
    'index scan, strategy, placeholder',
  ],
  [/^server\/src\/platform\/limits\//, words('figure figures'), 'rateLimit'],
  [/^server\/src\/(?!ai\/|knowledge\/)/, words('letter letters'), 'emailContent'],
];

/** Identifiers of other systems, with their owner. */
const EXEMPT_NAMES: ReadonlyMap<string, string> = new Map([]);

function isRefusedName({ text }: Excerpt, path: string): boolean {
  if (EXEMPT_NAMES.has(text)) return false;
  const parts = wordsOf(text.replace(/look-?up/i, 'find'));
  const isType = /^[A-Z][A-Za-z0-9]*[a-z]/.test(text);
  const flat = ` ${parts.join(' ')} `;
  return (
    parts.some(
      (word) =>
        Object.hasOwn(REFUSED_WORDS, word) ||
        (isType && word === REFUSED_TYPE_WORD) ||
        REFUSED_IN.some(([files, refused]) => files.test(path) && refused.has(word)),
    ) || Object.keys(REFUSED_NAMES).some((refused) => flat.includes(` ${refused} `))
  );
}

const REFUSED_PHRASES = [
  'parted by',
  'was had',
  'held against',
  'whoever',
  'noughts',
  'to mend',
  'is told in',
  'telling words?',
  'joined vectors?',
  'read anew',
  'comes? down to nothing',
  'looks? for work',
];
const PHRASES = new RegExp(String.raw`\b(?:${REFUSED_PHRASES.join('|')})\b`, 'gi');

/** The console, mails and pages of the login speak to people; an identifier of the API says nothing to them. */
const FOR_PEOPLE =
  /^(?:console\/src\/|server\/src\/notifications\/|server\/src\/identity\/pages\/)/;
const NOT_FOR_PEOPLE = /\.(?:test|fixture)\.tsx?$|\.sql\.ts$/;
const API_WORD = /(?<![`\w.{/$?&=-])[a-z]+(?:_[a-z]+)+(?!\.\w|[\w}=(/]|`)/;

/** Code is between backticks, and so are identifiers. */
const withoutCode = (text: string): string => text.replace(/`[^`]*`|https?:\S+/g, '');

function isSummary({ text }: Excerpt): boolean {
  const parts = text.split(' ');
  const isOfLength = parts.length >= 2 && parts.length <= 5;
  return isOfLength && isImperative(parts[0]?.toLowerCase() ?? '') && /^[A-Z]/.test(text);
}

const isForPeople = (path: string): boolean => FOR_PEOPLE.test(path) && !NOT_FOR_PEOPLE.test(path);

export const rules: readonly Rule[] = [
  {
    name: 'comment-opener',
    advice: 'begin the comment with its subject, not with What, Who, Of, Those or Such',
    find: ({ comments }) => comments.filter(opensWithFragment),
  },
  {
    name: 'comment-verb',
    advice: 'give the first sentence of the comment a subject and a verb, or remove the comment',
    find: ({ comments }) => comments.filter(({ text }) => !hasVerb(firstSentence(text))),
  },
  {
    name: 'text-opener',
    advice: 'begin the text with its subject, not with What, Who, Of, Those or Such',
    find: ({ texts }) => texts.filter((text) => isProse(text) && opensWithFragment(text)),
  },
  {
    name: 'document-opener',
    advice:
      'begin the paragraph or heading with its subject, not with What, Who, Of, Those or Such',
    find: ({ paragraphs }) => paragraphs.filter(opensWithFragment),
  },
  {
    name: 'function-name',
    advice:
      'name the function by a verb (present, pick, applyEdit), or by the noun that it returns',
    find: ({ functions }) => functions.filter(isBareParticiple),
  },
  {
    name: 'refused-name',
    advice: 'take the word of the field; tools/vocabulary/rules.ts has one for each refused word',
    find: ({ path, names }) => names.filter((name) => isRefusedName(name, path)),
  },
  {
    name: 'refused-phrase',
    advice: 'say it in the words of the field',
    find: ({ flat }) => (flat.match(PHRASES) ?? []).map((text) => ({ text, line: 1 })),
  },
  {
    name: 'title-verb',
    advice: 'write the title of a test as a sentence that could be false',
    find: ({ titles }) => titles.filter(({ text }) => !hasVerb(text) || OPENER.test(text)),
  },
  {
    name: 'summary',
    advice: 'write an imperative of two to five words, such as "List incidents"',
    find: ({ summaries }) => summaries.filter((summary) => !isSummary(summary)),
  },
  {
    name: 'description',
    advice: 'begin with the subject, and put names of fields, values and roles in backticks',
    find: ({ descriptions }) =>
      descriptions.filter(
        (excerpt) => opensWithFragment(excerpt) || API_WORD.test(withoutCode(excerpt.text)),
      ),
  },
  {
    name: 'api-word',
    advice: 'say it in words that a person reads: "On hold", not on_hold',
    find: ({ path, texts }) =>
      isForPeople(path) ? texts.filter(({ text }) => / .* /.test(text) && API_WORD.test(text)) : [],
  },
];
