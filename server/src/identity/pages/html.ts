// HTML templates escape all inserted values.

class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
export type { Html };

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = string | number | Html | undefined | false;

const renderPart = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === false) return '';
  return String(part).replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
};

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + renderPart(parts[index])).join(''));

export const joinHtml = (parts: Html[]): Html => new Html(parts.map(({ text }) => text).join(' '));

/** Inserts the text unescaped; it must be trusted or already escaped. */
export const rawHtml = (text: string): Html => new Html(text);
