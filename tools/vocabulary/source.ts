// Reads the words of a file: its comments, the names it declares, its texts and the titles of its tests.
import { parseSync } from 'rolldown/utils';

/** A piece of text with the line on which it begins. */
export interface Excerpt {
  text: string;
  line: number;
}

/** The parts of a file that the rules check. */
export interface Source {
  path: string;
  comments: Excerpt[];
  /** The names of functions, methods and members that are functions. */
  functions: Excerpt[];
  /** All identifiers, once each, and the name of the file. */
  names: Excerpt[];
  /** Strings, templates and the text between tags. */
  texts: Excerpt[];
  /** The titles of tests. */
  titles: Excerpt[];
  /** The headings, paragraphs and list items of a document. */
  paragraphs: Excerpt[];
  /** OpenAPI names each operation by a summary and explains its parts by descriptions. */
  summaries: Excerpt[];
  descriptions: Excerpt[];
  /** Everything in one line, so that a phrase is found across line ends. */
  flat: string;
}

type LineOf = (offset: number) => number;

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

function visitAll(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const key in node) {
    const value = node[key];
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) visitAll(child, visit);
    } else if (isNode(value)) {
      visitAll(value, visit);
    }
  }
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && (node.type === 'Identifier' || node.type === 'PrivateIdentifier')
    ? String(node.name)
    : undefined;

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);
const isFunction = (node: unknown): boolean => isNode(node) && FUNCTIONS.has(node.type);

const isFunctionType = ({ typeAnnotation }: Node): boolean =>
  isNode(typeAnnotation) &&
  isNode(typeAnnotation.typeAnnotation) &&
  typeAnnotation.typeAnnotation.type === 'TSFunctionType';

/** How each kind of declaration names a function; undefined if it declares something else. */
const declaredFunction: Readonly<Record<string, (node: Node) => string | undefined>> = {
  FunctionDeclaration: ({ id }) => nameOf(id),
  VariableDeclarator: ({ id, init }) => (isFunction(init) ? nameOf(id) : undefined),
  MethodDefinition: ({ key, kind }) => (kind === 'method' ? nameOf(key) : undefined),
  PropertyDefinition: ({ key, value }) => (isFunction(value) ? nameOf(key) : undefined),
  TSMethodSignature: ({ key }) => nameOf(key),
  TSPropertySignature: (node) => (isFunctionType(node) ? nameOf(node.key) : undefined),
};

/** `${x}` stands for an expression, so that a sentence around it stays one. */
const templateText = (node: Node): string =>
  (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw).join('${x}');

function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'TemplateLiteral') return templateText(node);
  if (node.type === 'JSXText') return String(node.value).replace(/\s+/g, ' ').trim();
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

/** `test(…)`, `test.skip(…)` and `t.test(…)`; the title is the first argument. */
function titleOf(node: Node): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const callee = node.callee as Node;
  const path = callee.type === 'MemberExpression' ? [callee.object, callee.property] : [callee];
  const isTest = /^(?:t\.)?test\b/.test(path.map(nameOf).join('.'));
  const title = isTest ? textOf((node.arguments as unknown[])[0]) : undefined;
  return title && /[a-z]{2}/.test(title.replaceAll('${x}', '')) ? title : undefined;
}

/** Comments for tools, and citations of an address alone. */
const DIRECTIVE = /^(?:eslint-|oxlint-|@ts-|@vite|#|<reference|https?:\/\/\S+$)/;

const isSentence = ({ text }: Excerpt): boolean => text !== '' && !DIRECTIVE.test(text);

/** The text of a comment in one line, without the marks that begin and end it. */
const cleanComment = (raw: string): string =>
  raw
    .replace(/^[*/!\s]+/, '')
    .replace(/\s*\n\s*\*?\s*/g, ' ')
    .trim();

interface RawComment {
  type: string;
  value: string;
  start: number;
  end: number;
}

/** Line comments on consecutive lines are one comment. */
function joinLines(comments: RawComment[], text: string, lineOf: LineOf): Excerpt[] {
  const joined: (Excerpt & RawComment)[] = [];
  for (const comment of comments) {
    const last = joined.at(-1);
    const isContinued =
      last?.type === 'Line' &&
      comment.type === 'Line' &&
      /^\n[ \t]*$/.test(text.slice(last.end, comment.start));
    if (isContinued) {
      last.text += ` ${cleanComment(comment.value)}`;
      last.end = comment.end;
    } else {
      joined.push({ ...comment, text: cleanComment(comment.value), line: lineOf(comment.start) });
    }
  }
  return joined.filter(isSentence).map(({ text: words, line }) => ({ text: words, line }));
}

const matchesOf = (pattern: RegExp, text: string, lineOf: LineOf): Excerpt[] =>
  [...text.matchAll(pattern)]
    .map((match) => ({ text: cleanComment(match[1] ?? ''), line: lineOf(match.index) }))
    .filter(isSentence);

/** Comments of shell scripts and settings begin at the start of a line, apart from the first. */
function shellComments(text: string, lineOf: LineOf): Excerpt[] {
  return [...text.matchAll(/(?:^[ \t]*#(?!!).*\n?)+/gm)]
    .map((match) => ({
      text: match[0]
        .replace(/^[ \t]*#\s?/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
      line: lineOf(match.index),
    }))
    .filter(isSentence);
}

/** Code is no prose: fenced blocks, generated tables, links' targets. */
const withoutCode = (text: string): string =>
  text.replace(/```[\s\S]*?```|<!-- generated[\s\S]*?<!-- \/generated -->/g, (block) =>
    '\n'.repeat(block.split('\n').length - 1),
  );

const PARAGRAPH = /^(?![ \t]*$)[ \t]*(?:#+ |[-*] |\d+\. |\| ?|> ?)?(?:\*\*|\[)?(.+)$/gm;

function sourceOfCode(path: string, text: string, lineOf: LineOf): Partial<Source> {
  const { program, comments } = parseSync(path, text);
  const found = { functions: [], names: [], texts: [], titles: [] } as Record<string, Excerpt[]>;
  const add = (kind: string, at: Node, value: string | undefined): void => {
    if (value) found[kind]?.push({ text: value, line: lineOf(at.start) });
  };
  visitAll(program as unknown as Node, (node) => {
    add('functions', node, declaredFunction[node.type]?.(node));
    add('names', node, nameOf(node));
    add('texts', node, textOf(node));
    add('titles', node, titleOf(node));
  });
  const seen = new Set<string>();
  const names = (found.names ?? []).filter(({ text: name }) => !seen.has(name) && seen.add(name));
  return { ...found, names, comments: joinLines(comments, text, lineOf) };
}

/** The rules ask in the order of the file, so each line end is passed once. */
function lineCounter(text: string): LineOf {
  let [line, at] = [1, 0];
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (let end = text.indexOf('\n', at); end >= 0 && end < offset; end = text.indexOf('\n', at)) {
      line += 1;
      at = end + 1;
    }
    return line;
  };
}

/** Members of this name with a text, once each. A property may have the same name, but is then an object. */
function membersOf(name: string, document: unknown): Excerpt[] {
  const found = new Set<string>();
  JSON.stringify(document, (key, value: unknown) => {
    if (key === name && typeof value === 'string') found.add(value);
    return key === 'example' || key === 'examples' ? undefined : value;
  });
  return [...found].map((text) => ({ text, line: 1 }));
}

type Reader = (path: string, text: string, lineOf: LineOf) => Partial<Source>;

const readers: readonly [file: RegExp, read: Reader][] = [
  [/\.tsx?$/, sourceOfCode],
  [/\.css$/, (_, text, lineOf) => ({ comments: matchesOf(/\/\*([\s\S]*?)\*\//g, text, lineOf) })],
  [
    /\.json$/,
    (_, text) => {
      const document: unknown = JSON.parse(text);
      return {
        summaries: membersOf('summary', document),
        descriptions: membersOf('description', document),
      };
    },
  ],
  [/\.(sh|ya?ml)$/, (_, text, lineOf) => ({ comments: shellComments(text, lineOf) })],
  [/\.md$/, (_, text, lineOf) => ({ paragraphs: matchesOf(PARAGRAPH, withoutCode(text), lineOf) })],
];

/** Reads a file of a kind that the rules check; undefined for another. */
export function readSource(path: string, text: string): Source | undefined {
  const read = readers.find(([file]) => file.test(path))?.[1];
  if (!read) return undefined;
  const part = read(path, text, lineCounter(text));
  const fileName = { text: path.slice(path.lastIndexOf('/') + 1), line: 1 };
  return {
    path,
    comments: [],
    functions: [],
    texts: [],
    titles: [],
    paragraphs: [],
    summaries: [],
    descriptions: [],
    ...part,
    names: [fileName, ...(part.names ?? [])],
    flat: text.replace(/\s*\n\s*(?:(?:\/\/|\*|>)\s*)?/g, ' '),
  };
}
