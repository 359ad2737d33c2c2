// A note is shown in a mail as simple HTML: no text of a note becomes a tag, an image or a style. Each pattern takes linear
// time on any line.
import { escapeHtml } from './escape.ts';

const FENCE = /^ {0,3}(```|~~~)/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(?=\S)/;
const QUOTE = /^ {0,3}> ?/;
const ITEMS = { ul: /^ {0,3}[-*+][ \t]+(?=\S)/, ol: /^ {0,3}\d{1,9}[.)][ \t]+(?=\S)/ };

/** The alternatives are code, strong and emphasised text, a link, an address, and an escaped character. */
const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^[\]]+)\]\(((?:https?:\/\/|mailto:)[^\s()<>"]+)\)|(https?:\/\/[^\s<>"'()[\]]+)|\\([!-/:-@[-`{-~])/g;

const linkTo = (url: string, label: string): string =>
  `<a href="${escapeHtml(url)}" rel="noopener noreferrer">${escapeHtml(label)}</a>`;

/** The text of a link may name another address than the one that it leads to, so both are shown. */
const namedLink = (url: string, label: string): string =>
  label === url ? linkTo(url, url) : `${escapeHtml(label)} (${linkTo(url, url)})`;

function inline(text: string): string {
  let html = '';
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, label = '', url, address, escaped] = match;
    html += escapeHtml(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) html += `<code>${escapeHtml(code)}</code>`;
    else if (strong !== undefined) html += `<strong>${escapeHtml(strong)}</strong>`;
    else if (emphasis !== undefined) html += `<em>${escapeHtml(emphasis)}</em>`;
    else if (url !== undefined) html += namedLink(url, label);
    else if (address !== undefined) html += linkTo(address, address);
    else html += escapeHtml(escaped ?? '');
  }
  return html + escapeHtml(text.slice(end));
}

type Kind = 'p' | 'blockquote' | 'ul' | 'ol';

/** Returns of which kind of block the line is, with the text that it adds to it. */
function readLine(line: string): [kind: Kind, text: string] {
  if (QUOTE.test(line)) return ['blockquote', line.replace(QUOTE, '')];
  for (const kind of ['ul', 'ol'] as const)
    if (ITEMS[kind].test(line)) return [kind, line.replace(ITEMS[kind], '')];
  return ['p', line];
}

const renderBlock = (kind: Kind, lines: readonly string[]): string =>
  kind === 'ul' || kind === 'ol'
    ? `<${kind}>${lines.map((line) => `<li>${inline(line)}</li>`).join('')}</${kind}>`
    : `<${kind}>${lines.map(inline).join('<br>\n')}</${kind}>`;

export function markdownToHtml(text: string): string {
  const html: string[] = [];
  let block: { kind: Kind; lines: string[] } | undefined;
  let code: { mark: string; lines: string[] } | undefined;
  const endBlock = () => {
    if (block) html.push(renderBlock(block.kind, block.lines));
    block = undefined;
  };
  const endCode = () => {
    if (code) html.push(`<pre>${escapeHtml(code.lines.join('\n'))}</pre>`);
    code = undefined;
  };
  for (const line of text.split(/\r\n|\r|\n/)) {
    const fence = FENCE.exec(line)?.[1];
    if (code && fence === code.mark) endCode();
    else if (code) code.lines.push(line);
    else if (fence !== undefined) {
      endBlock();
      code = { mark: fence, lines: [] };
    } else if (line.trim() === '') endBlock();
    else if (HEADING.test(line)) {
      endBlock();
      html.push(`<p><strong>${inline(line.replace(HEADING, ''))}</strong></p>`);
    } else {
      const [kind, added] = readLine(line);
      if (block?.kind !== kind) endBlock();
      block ??= { kind, lines: [] };
      block.lines.push(added.trimEnd());
    }
  }
  endBlock();
  endCode();
  return html.join('\n');
}
