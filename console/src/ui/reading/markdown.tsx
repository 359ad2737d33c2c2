// HTML in Markdown is shown as text, images and ids of records become links, and links to other sites send no referrer.
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import styles from './markdown.module.css';
import { htmlToText } from './markdown.text.ts';
import { isRecordPath, linkRecordIds } from './record-ids.ts';

const schema = {
  ...defaultSchema,
  protocols: { href: ['http', 'https', 'mailto'] },
  tagNames: (defaultSchema.tagNames ?? []).filter(
    (name) => name !== 'picture' && name !== 'source',
  ),
};

/** The page has its own headings; the headings of a text rank below them. */
const components: Components = {
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) =>
    isRecordPath(href) ? (
      <a href={href} data-record>
        {children}
      </a>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer">
      {alt || 'Image'}
    </a>
  ),
};

/** The text must not be one that `isTooCostly` refuses. */
export const Markdown = ({ text }: { text: string }) => (
  <div className={styles.text}>
    <ReactMarkdown
      remarkPlugins={[remarkGfm, () => htmlToText, () => linkRecordIds]}
      rehypePlugins={[[rehypeSanitize, schema]]}
      components={components}
    >
      {text}
    </ReactMarkdown>
  </div>
);
