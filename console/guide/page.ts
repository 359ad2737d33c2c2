// A page of the guide: a heading with links, the document, and the list of all documents.
import { createElement as element, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { addressOf, INDEX, ROOT } from './documents.ts';

interface Section {
  title: string;
  links: { title: string; address: string }[];
}

/** Returns the sections of the index with their links to pages. */
export const sectionsOf = (index: string): Section[] =>
  index
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      links: [...section.matchAll(/^- .*?\[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(
        ([, title = '', target = '']) => {
          const address = addressOf(target, INDEX);
          return address === undefined ? [] : [{ title, address }];
        },
      ),
    }));

const link = (href: string, text: string): ReactNode => element('a', { href, key: href }, text);

const heading = element(
  'header',
  null,
  element('a', { href: ROOT, className: 'brand' }, 'Signalbox guides'),
  element(
    'nav',
    { 'aria-label': 'Site' },
    link('/docs/', 'Reference'),
    link('/console/', 'Console'),
  ),
);

const listOf = (sections: readonly Section[], current: string): ReactNode =>
  element(
    'nav',
    { className: 'guides', 'aria-label': 'Guides' },
    sections.map(({ title, links }) =>
      element(
        'section',
        { key: title },
        element('h2', null, title),
        element(
          'ul',
          null,
          links.map((one) =>
            element(
              'li',
              { key: one.title },
              element(
                'a',
                { href: one.address, 'aria-current': one.address === current ? 'page' : undefined },
                one.title,
              ),
            ),
          ),
        ),
      ),
    ),
  );

export interface PageContent {
  title: string;
  content: ReactNode;
  sections: readonly Section[];
  /** The address of the page itself. */
  address: string;
}

export function renderPage({ title, content, sections, address }: PageContent): string {
  const page = element(
    'html',
    { lang: 'en' },
    element(
      'head',
      null,
      element('meta', { charSet: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      element('meta', { name: 'color-scheme', content: 'light dark' }),
      element('link', { rel: 'stylesheet', href: `${ROOT}guide.css` }),
      element('title', null, `${title} · Signalbox`),
    ),
    element(
      'body',
      null,
      heading,
      element(
        'div',
        { className: 'columns' },
        element('main', null, content),
        listOf(sections, address),
      ),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(page)}\n`;
}
