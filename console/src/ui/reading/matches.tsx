// The words of a text that match a search are marked.
import type { SnippetPart } from './snippet.ts';

export const Matches = ({ parts }: { parts: readonly SnippetPart[] }) => (
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
