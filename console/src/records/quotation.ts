// Passages of answers are Markdown, and are quoted without the markup.
const MARKUP = /[*_`#>]+/g;
/** The page of an article shows the numbers of a list, but they are not part of its text. */
const LIST_NUMBER = /^[ \t]{0,8}\d{1,9}[.)][ \t]/gm;

/** This much of a passage is enough to find it in its article. */
const MAX_KEY = 240;

export const quotationOf = (passage: string): string => passage.replaceAll(MARKUP, '').trim();

/** Returns the beginning of the passage as the page of its article shows it. */
export const passageKey = (passage: string): string =>
  quotationOf(passage.replaceAll(LIST_NUMBER, '')).slice(0, MAX_KEY);
