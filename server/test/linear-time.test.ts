// Text of callers, records and models is processed in time proportional to its length, whatever it is: one text that
// takes seconds stops a process, because nothing interrupts a calculation.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { isTooCostly } from '../../console/src/ui/reading/markdown.text.ts';
import { plainSnippet } from '../../console/src/ui/reading/snippet.ts';
import { recordIdsIn } from '../../console/src/ui/reading/record-ids.ts';
import { arrangeAnswer } from '../src/ai/answerers/arrange.ts';
import { localAnswerer } from '../src/ai/answerers/local.ts';
import { analyzePrompt, askPrompt, toolResult } from '../src/ai/answerers/prompts.ts';
import { supportedCitations, withArticleIds } from '../src/ai/answerers/support.ts';
import { questionKeys } from '../src/ai/cache/question.ts';
import { acceptsEvents } from '../src/ai/output/event-stream.ts';
import { safeFindings } from '../src/ai/output/safe-findings.ts';
import { SafeStream, safeText } from '../src/ai/output/safe-text.ts';
import type { Neighbour } from '../src/ai/resolved/neighbours.ts';
import { resolutionTexts } from '../src/ai/resolved/resolution-text.ts';
import { type FoundRecord, recordText } from '../src/ai/retrieval/records.ts';
import { sectionsOf } from '../src/knowledge/passages/markdown-blocks.ts';
import { passagesOf } from '../src/knowledge/passages/passages.ts';
import { estimateTokens, plainText } from '../src/knowledge/passages/plain-text.ts';
import { highlightsOf } from '../src/platform/lists/highlights.ts';
import { parseAuthenticationResults } from '../src/mail/senders/authentication-results.ts';
import { headerFault } from '../src/mail/senders/header-section.ts';
import { classify } from '../src/mail/text/classify/classify.ts';
import { addressesOf, messageIdsOf, subjectOf } from '../src/mail/text/headers/header-fields.ts';
import { markdownOfHtml } from '../src/mail/text/html/markdown.ts';
import { splitText } from '../src/mail/text/quotes/split.ts';
import { markdownToHtml } from '../src/notifications/mails/markdown.ts';
import { scanMentions } from '../src/participants/mentions/mentions.scan.ts';
import { identifiersOf, isExactQuery } from '../src/knowledge/search/words.ts';
import { lastWord } from '../src/platform/lists/search-query.ts';
import { IncidentId } from '../src/incidents/incidents.schema.ts';
import { formSentence } from '../src/platform/http/input/id-forms.ts';
import { readIfMatch } from '../src/platform/http/output/etag.ts';
import { cut, cutStart, nearest, toStorable } from '../src/platform/text.ts';
import { matchesFilter } from '../src/webhooks/filters.ts';
import { Members } from '../src/templates/paths.ts';
import { TemplateError } from '../src/templates/scanner.ts';
import { levelOfWord } from '../src/webhooks/inbound/mapping/severities.ts';
import { parseTemplate, render } from '../src/templates/templates.ts';
import { cpuMs } from './support/cpu.ts';

const LENGTH = 65_536;
const BASE_URL = 'https://desk.example.com';

/**
 * The fixed work takes about 8 ms of CPU on the machine on which the limits were chosen. It cuts and matches text, as
 * the functions do: a neighbour that fills the caches slows down such work far more than a calculation.
 */
const REFERENCE_MS = 8;
const REFERENCE_TEXT = 'some words of a ## line\n'.repeat(50_000);
const referenceWork = (): number =>
  REFERENCE_TEXT.split('\n').map((line) => /^\s*(\w+) (\w+)/.exec(line)?.[0].trim()).length;

function cpuOfRun(work: () => unknown): number {
  const start = cpuMs();
  work();
  return cpuMs() - start;
}

const MAX_TRIES = 20;
/** The first runs are slower in any case, as the code is not compiled yet. */
const AT_ONCE = 10;
/** Few runs of four times the limit leave no doubt. */
const MAX_FAR_BEYOND = 4;
const PAUSE_MS = 20;
/** Waits until the burst of a neighbour has passed, which a virtual machine counts as time of this thread. */
const letPass = (): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);

/**
 * Tells whether each of several runs takes more CPU than the limit, which grows with the reference work beside each: so
 * a slow machine, a collection of garbage or other processes do not count. Few runs that are far beyond it decide.
 */
function exceeds(work: () => unknown, limit: number, most = MAX_FAR_BEYOND): boolean {
  let farBeyond = 0;
  for (let n = 0; n < MAX_TRIES; n += 1) {
    const ms = cpuOfRun(work);
    if (ms <= limit) return false;
    const scaled = limit * Math.max(1, cpuOfRun(referenceWork) / REFERENCE_MS);
    if (ms <= scaled) return false;
    if (ms > 4 * scaled) farBeyond += 1;
    if (farBeyond === most) return true;
    if (n >= AT_ONCE) letPass();
  }
  return true;
}

/** Texts repeat the second member after the first; each was slow for an expression or for a loop once, or could be. */
const beginnings = ['', 'x', '<a', ']('];
const parts = {
  signs: '=· ·\n·\t·a·0·.·-·"·`·<·>·|·@·%·/·\\'.split('·'),
  links: ['[1]', ' [1]', '[1] ', '](', ']( ', '[a](', '![', ']:', ']: ', '&sol;', '&#47;'],
  tags: ['<a ', '<a=', '<a ='],
  addresses: ['//', '//a.', 'a-', 'a.', 'a://', 'www.', 'data:', 'https://x '],
  ids: ['INC', 'INC0000001', 'CI1 ', 'CI1/', 'KB00000', 'C'],
  words: ['up ', 'into ', 'from up ', "a're ", "n't ", 'how can i ', 'a b ', '.:', '. A', 'INC1 '],
  markdown: ['*_', '- a\n', '1. ', '# x\n', '## y\nx\n', '| a |\n|-|\n', '```\n', '~~~a\n'],
  lines: ['a\nb\n\n', '\n ', '\r\n', '{{a}}'],
  characters: ['\uFDFA', '\u{1F600}', '\u6F22', 'x\u0301', '\u0130', '\0', '\uD83D'],
};
const repeated = Object.values(parts).flat();
const hostileText = (beginning: string, part: string) => ({
  form: JSON.stringify([beginning, part]),
  text: `${(beginning + part.repeat(Math.ceil(LENGTH / part.length))).slice(0, LENGTH - 2)}\u0001x`,
});
const hostileTexts = beginnings.flatMap((beginning) =>
  repeated.map((part) => hostileText(beginning, part)),
);

const neighbour = (text: string): Neighbour => ({
  id: 'INC0000001',
  version: 1,
  short_description: 'x',
  description: text,
  category: null,
  subcategory: null,
  priority: 'P3',
  assignment_group: null,
  parent_problem_id: null,
  resolution: text,
  resolution_minutes: 1,
  similarity: 1,
});
const record = (text: string): FoundRecord => ({
  type: 'incident',
  id: 'INC0000002',
  version: 1,
  title: 'x',
  fields: { description: text, resolution: text },
});
const passage = (text: string) => ({
  article_id: 'KB0000001',
  version: 1,
  title: 'x',
  position: 0,
  heading_path: [text],
  text,
  relevance: 1,
});
const analyzeInput = (text: string) => ({
  record: record(text),
  analysisType: 'summary' as const,
  neighbours: [neighbour(text)],
  affected: [],
});
const findingsOf = (text: string) => ({
  probable_root_cause: text,
  confidence: 1,
  resolution_steps: [],
  related_problem: '',
  similar_past_incidents: [],
  estimated_resolution_minutes: 1,
  summary: '',
});
const incidentFields = ['short_description', 'description', 'priority', 'assignment_group'];
/** Names of other lengths are not compared. */
const longName = 'a.'.repeat(40);
const operators = ['eq', 'in', 'gt', 'contains', 'starts_with'] as const;

const parseOrRefuse = (template: string): void => {
  try {
    parseTemplate(template);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
  }
};

/** Each of these functions reads such text. Functions that call one of them are not repeated. */
const readers: Record<string, (text: string) => unknown> = {
  safeText: (text) => safeText(text, BASE_URL),
  'safeText, not cut': (text) => safeText(text, BASE_URL, LENGTH),
  safeFindings: (text) => safeFindings(findingsOf(text), [], BASE_URL),
  'SafeStream, in parts': (text) => {
    const stream = new SafeStream(BASE_URL, () => {});
    for (let at = 0; at < text.length; at += 4) stream.write(text.slice(at, at + 4));
    stream.end();
  },
  questionKeys,
  'supportedCitations of an answer': (text) => supportedCitations(text, ['a passage', 'another']),
  'supportedCitations of a passage': (text) => supportedCitations('It is so. [1]', [text]),
  withArticleIds: (text) => withArticleIds(text, ['KB0000001'], new Set([0])),
  recordText: (text) => recordText(record(text)),
  askPrompt: (text) => askPrompt({ question: 'x', context: undefined, passages: [passage(text)] }),
  arrangeAnswer: (text) => arrangeAnswer([passage(text)], [passage(text)]),
  resolutionTexts: (text) => resolutionTexts([text]),
  analyzePrompt: (text) => analyzePrompt(analyzeInput(text)),
  toolResult: (text) => toolResult([text]),
  'findings of the local engine': (text) =>
    localAnswerer.analyze(analyzeInput(text), { alias: 'model-3-sonnet' }),
  acceptsEvents,
  identifiersOf,
  isExactQuery,
  lastWord,
  highlightsOf: (text) => highlightsOf({ title: text }, ['title']),
  plainText,
  estimateTokens,
  sectionsOf,
  ...Object.fromEntries(
    operators.map((operator) => [
      `the filter ${operator}`,
      (text: string) => matchesFilter({ field: 'x', operator, value: [text] }, text),
    ]),
  ),
  'matchesFilter of a number': (text) =>
    matchesFilter({ field: 'x', operator: 'gt', value: 5 }, text),
  'render a template': (text) =>
    render(
      parseTemplate('{{ a | trim | upper | lower | truncate:255 }} {{ b }}'),
      { payload: { a: text, [text]: 1 }, headers: {} },
      new Members(),
    ),
  'render a template that joins a list': (text) =>
    render(
      parseTemplate('{{ a[*] | join:"\\n- " | lower }} {{ a[*].no | join:"" }}'),
      { payload: { a: Array.from({ length: 200 }, () => text) }, headers: {} },
      new Members(),
    ),
  'parse a template': (text) => {
    // A template has at most 4,096 characters.
    const part = text.slice(0, 8192);
    for (const template of [`{{ ${part}`, `{{ a[*]${part}`, `{{ a[*] | join:"${part}`])
      parseOrRefuse(template);
  },
  levelOfWord,
  nearest: (text) => nearest(text, incidentFields),
  'nearest, of a text that is compared': (text) => nearest(text.slice(0, 100), [longName]),
  'formSentence of an id': (text) => formSentence(IncidentId as never, text),
  readIfMatch,
  cut: (text) => cut(text, 1000),
  cutStart: (text) => cutStart(text, 1000),
  toStorable,
  'isTooCostly, of the console': isTooCostly,
  'plainSnippet, of the console': (text) => plainSnippet([{ text, match: false }]),
  'recordIdsIn, of the console': recordIdsIn,
};

const MAX_MS = 20;
/** A job splits the article in the thread of the model; each piece of text is measured several times. */
const MAX_INDEXING_MS = 500;

const slowForms = (
  read: (text: string) => unknown,
  limit: number,
  texts = hostileTexts,
): string[] => {
  // The first slow text is enough: each takes seconds to be sure of.
  const slow = texts.find(({ text }) => exceeds(() => read(text), limit));
  return slow ? [slow.form] : [];
};

describe('Hostile text of 64 kB', () => {
  for (const [name, read] of Object.entries(readers))
    test(`${name} takes at most ${MAX_MS} ms of CPU`, () => {
      assert.deepEqual(slowForms(read, MAX_MS), []);
    });

  test(`a hostile article is split into passages within ${MAX_INDEXING_MS} ms of CPU`, () => {
    const cutArticle = (body: string) => passagesOf({ title: 'x', body });
    const texts = ['a ', 'x\u0301', '## y\nx\n', '| a |\n|-|\n', '\u6F22', ' '].map((part) =>
      hostileText('', part),
    );
    assert.deepEqual(slowForms(cutArticle, MAX_INDEXING_MS, texts), []);
  });
});

/** Mail has texts of its own, and may have a megabyte of them. */
const mailParts = ['On ', 'On \n', '> ', '>\n', '> x\ny\n', 'On 1:1, x wrote:\n', '-- \nx\n'];
mailParts.push(
  'From: x\n',
  'From: x\nSent: x\n',
  '---\n',
  '-----Original Message-----\n',
  '\n--\n',
);
mailParts.push(
  '____________\n',
  '#reply above this line\n',
  'Sent from my x\n',
  'a@b\n',
  'x:\n',
  'x\n',
);
mailParts.push(
  '<div>',
  '<p>',
  '<b>x',
  '<i><b>',
  '<ul><li>',
  '<blockquote>x',
  '<tr><td>x',
  '<a href=x>x',
);
mailParts.push(
  '<a b="',
  '<!--',
  '<pre>',
  '<br>',
  '<script>',
  '<div class=gmail_attr>x</div>',
  '</',
  '&#1;',
);
mailParts.push(
  '>',
  '<',
  '<x>',
  '<a@b> ',
  '=?utf-8?q?x?= ',
  'a@b,',
  '(',
  '"',
  ':a;',
  '\n\n',
  '<a@b>:\n\n',
  '**a_',
  '> ',
  '@a b ',
);
const mailTexts = [...repeated, ...mailParts].map((part) => hostileText('', part));
const mailReaders: Record<string, (text: string) => unknown> = {
  splitText: (text) => splitText(text),
  markdownOfHtml,
  'the fields of a mail': (text) => [
    messageIdsOf([['references', text]], 'references'),
    // The parser of addresses is linear, and takes some microseconds for each.
    addressesOf([['to', text.slice(0, LENGTH / 16)]], 'to'),
    subjectOf([['subject', text]]),
    parseAuthenticationResults(text),
    headerFault(new TextEncoder().encode(text)),
  ],
  classify: (text) => {
    const bytes = new TextEncoder().encode(text);
    const types = ['message/delivery-status', 'message/rfc822'];
    classify(
      [],
      `Hi. This is the qmail-send program${text}`,
      types.map((type) => ({ type, bytes, method: undefined })),
    );
  },
};
const TIMES_LONGER = 16;
/** Reading a whole mail is more work than a field; work that grows by the square takes seconds. */
const MAX_MAIL_MS = 100;

/** A note is no longer than 64 kB. */
const noteReaders: Record<string, (text: string) => unknown> = { markdownToHtml, scanMentions };

describe('Hostile mails and notes', () => {
  for (const [name, read] of Object.entries(noteReaders))
    test(`${name} takes at most ${MAX_MAIL_MS} ms of CPU for 64 kB`, () => {
      assert.deepEqual(slowForms(read, MAX_MAIL_MS, mailTexts), []);
    });

  for (const [name, read] of Object.entries(mailReaders)) {
    test(`${name} takes at most ${MAX_MAIL_MS} ms of CPU for 64 kB`, () => {
      assert.deepEqual(slowForms(read, MAX_MAIL_MS, mailTexts), []);
    });

    test(`${name} takes as much time for each part of a megabyte`, () => {
      const long = ['>', '> x\ny\n', 'On \n'].map((part) => {
        const { form, text } = hostileText('', part);
        return { form, text: text.repeat(TIMES_LONGER) };
      });
      assert.deepEqual(slowForms(read, MAX_MAIL_MS * TIMES_LONGER, long), []);
    });
  }
});

/**
 * Matches expressions with a repetition in the sources. The text before one distinguishes it from a division or a tag.
 */
const LITERAL =
  /(?<=[=(,:[!&|?{;]\s*|=>\s*|\breturn )\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)(?=\s*[.,;)\]}:&|?]|\s*$)/gm;
const REPEATS = /[*+]|\{\d+,\d*\}/;

/** These never see such text, so they may take longer. */
const trusted: Record<string, string> = {
  'server/src/platform/runtime/config.readers.ts /\\/+$/': 'reads settings of the operator',
  'console/src/ui/layout/grid-sizes.ts /(\\d+)px/': 'reads the widths of our own columns',
};

const expressionsIn = (text: string): RegExp[] =>
  [...text.matchAll(LITERAL)].flatMap(([, source = '', flags = '']) =>
    REPEATS.test(source) ? [new RegExp(source, flags.includes('g') ? flags : `${flags}g`)] : [],
  );

const expressions = globSync('{server,console}/src/**/*.{ts,tsx}')
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap((file) =>
    expressionsIn(readFileSync(file, 'utf8')).map((pattern) => ({ file, pattern })),
  );

/** A sixteenth of the length takes a sixteenth of the time, unless the time grows faster. */
const SHORT = LENGTH / 16;

const QUICK_MS = 1;
const QUICK_TRIES = 5;

/**
 * Tells whether one of a few runs takes less than a millisecond. A neighbour may interrupt any of them, and each text
 * that is not quick costs hundreds of runs. One that is slow is so in every run, because no run ends sooner than its
 * work.
 */
function isQuick(work: () => unknown): boolean {
  for (let n = 0; n < QUICK_TRIES; n += 1) {
    const start = performance.now();
    work();
    if (performance.now() - start < QUICK_MS) return true;
  }
  return false;
}

function isSlow(pattern: RegExp): boolean {
  const own = [...new Set(pattern.source.replaceAll(/\\[a-zA-Z]/g, ''))];
  return [...new Set([...own, ...repeated])].some((part) =>
    beginnings.some((beginning) =>
      ['\u0001', '\n!'].some((end) => {
        const text = beginning + part.repeat(Math.ceil(SHORT / part.length)) + end;
        const replace = () => text.replaceAll(pattern, '');
        if (isQuick(replace)) return false;
        // Processors count time in steps of up to 4 ms, so several runs are measured together.
        return exceeds(() => Array.from({ length: 16 }, replace), MAX_MS, 1);
      }),
    ),
  );
}

describe('Regular expressions', () => {
  test('the scan finds the regular expressions of the sources', () => {
    assert.ok(expressions.length > 90, `${expressions.length}`);
    for (const file of ['safe-text.ts', 'question.ts', 'support.ts', 'markdown.text.ts'])
      assert.ok(
        expressions.some((one) => one.file.endsWith(`/${file}`)),
        file,
      );
  });

  test('the check recognises quadratic expressions', () => {
    for (const source of [
      String.raw`const TAG = /<\/?[a-z][^<>]*=[^<>]*>/giu;`,
      String.raw`text.replace(/\]\(\s*([^()\s]*)(?:\s[^()]*)?\)/g, '')`,
      String.raw`text.split(/(?<=[.!?:](?:\s*\[\d+\])*)\s+|\n+/u)`,
      String.raw`const NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;`,
    ])
      assert.deepEqual(expressionsIn(source).map(isSlow), [true], source);
  });

  test('no regular expression takes more than linear time, except on trusted text', () => {
    const slow = expressions
      .map(({ file, pattern }) => ({ name: `${file} /${pattern.source}/`, pattern }))
      .filter(({ name, pattern }) => !(name in trusted) && isSlow(pattern))
      .map(({ name }) => name);
    assert.deepEqual(slow, []);
  });

  test('every expression in the list of trusted ones exists', () => {
    const names = new Set(expressions.map(({ file, pattern }) => `${file} /${pattern.source}/`));
    assert.deepEqual(
      Object.keys(trusted).filter((name) => !names.has(name)),
      [],
    );
  });
});
