// Ids of records in a text lead to the pages of the records.
import { isRecordPath, recordIdsIn } from './record-ids.ts';

/** A plain click on such a link goes through the router, which this module does not know, instead of reloading the page. */
export function followRecordLinks(go: (path: string) => void): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    const link = target instanceof Element && target.closest('a[data-record]');
    const path = link ? link.getAttribute('href') : null;
    if (path === null || !isRecordPath(path)) return;
    event.preventDefault();
    go(path);
  });
}

/** The text has no Markdown, and is one line or paragraph. */
export const LinkedText = ({ text }: { text: string }) =>
  recordIdsIn(text).map(({ text: part, path }, index) =>
    path === undefined ? (
      part
    ) : (
      <a key={`${index} ${part}`} href={path} data-record>
        {part}
      </a>
    ),
  );
