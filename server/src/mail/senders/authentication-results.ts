// Reads Authentication-Results (RFC 8601). A mail server that has verified a mail writes the field at the top of it.

export interface MethodResult {
  method: string;
  result: string;
  /** Names are in lower case, such as `header.from`. */
  properties: ReadonlyMap<string, string>;
  /** The texts of comments, which some servers use for the policy. */
  comment: string;
}

export interface AuthenticationResults {
  /** Is in lower case. */
  authservId: string;
  methods: readonly MethodResult[];
}

const MAX_LENGTH = 10_000;

interface Segment {
  /** An unquoted `=` is a token of its own. */
  tokens: string[];
  comment: string;
}

/** Semicolons separate the parts, unless they are quoted or in a comment; comments nest. */
function segmentsOf(value: string): Segment[] {
  let segment: Segment = { tokens: [], comment: '' };
  const segments = [segment];
  let word: string | undefined;
  let isQuoted = false;
  let depth = 0;
  const endWord = () => {
    if (word !== undefined) segment.tokens.push(word);
    word = undefined;
  };
  for (let at = 0; at < value.length; at += 1) {
    let char = value.charAt(at);
    const isEscaped = char === '\\' && (isQuoted || depth > 0) && at + 1 < value.length;
    if (isEscaped) {
      at += 1;
      char = value.charAt(at);
    }
    if (depth > 0) {
      if (!isEscaped && char === '(') depth += 1;
      if (!isEscaped && char === ')') depth -= 1;
      segment.comment += depth === 0 ? ' ' : char;
    } else if (isEscaped) word = `${word ?? ''}${char}`;
    else if (char === '"') {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (isQuoted) word = `${word ?? ''}${char}`;
    else if (char === '(') {
      endWord();
      depth = 1;
    } else if (char === ';') {
      endWord();
      segment = { tokens: [], comment: '' };
      segments.push(segment);
    } else if (char === '=') {
      endWord();
      segment.tokens.push('=');
    } else if (/\s/.test(char)) endWord();
    else word = `${word ?? ''}${char}`;
  }
  endWord();
  return segments;
}

/** Joins `name`, `=` and `value`; other words are left out. */
function pairsOf(tokens: readonly string[]): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  tokens.forEach((token, at) => {
    const [name, value] = [tokens[at - 1], tokens[at + 1]];
    if (token === '=' && name !== undefined && value !== undefined)
      pairs.push([name.toLowerCase(), value]);
  });
  return pairs;
}

function methodOf({ tokens, comment }: Segment): MethodResult[] {
  const [first, ...properties] = pairsOf(tokens);
  if (!first || tokens[1] !== '=') return [];
  const [method, result] = first;
  return [
    {
      // A version may follow the name of the method.
      method: method.split('/', 1)[0] ?? method,
      result: result.toLowerCase(),
      properties: new Map(properties),
      comment: comment.trim().toLowerCase(),
    },
  ];
}

/** Returns undefined for a field without the name of its server. */
export function parseAuthenticationResults(value: string): AuthenticationResults | undefined {
  if (value.length > MAX_LENGTH) return undefined;
  const [server, ...segments] = segmentsOf(value);
  const [authservId] = server?.tokens ?? [];
  if (authservId === undefined || server?.tokens.includes('=')) return undefined;
  return { authservId: authservId.toLowerCase(), methods: segments.flatMap(methodOf) };
}
