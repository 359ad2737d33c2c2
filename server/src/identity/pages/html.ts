// Pages without scripts: what is put into them is escaped, whatever it is.

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

const shown = (part: Part): string => {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === false) return '';
  return String(part).replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
};

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + shown(parts[index])).join(''));

export const joined = (parts: Html[]): Html => new Html(parts.map(({ text }) => text).join(' '));

/** Made by a library that escapes by itself. */
export const trusted = (text: string): Html => new Html(text);
