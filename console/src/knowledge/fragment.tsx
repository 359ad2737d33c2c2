// Words of a search are marked where an article contains them.
import type { ArticleHighlight } from '../api/index.ts';

export const Fragment = ({ parts }: Pick<ArticleHighlight, 'parts'>) => (
  <>
    {parts.map(({ text, match }, index) =>
      match ? (
        // eslint-disable-next-line react/no-array-index-key -- pieces of one text
        <mark key={index}>{text}</mark>
      ) : (
        text
      ),
    )}
  </>
);
