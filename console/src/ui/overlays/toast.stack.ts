// Messages are shown newest first. A message that has no room is dropped: shown later, it would be out of date.
export interface Toast {
  /** Two messages of one id are never shown together. */
  id: string;
  text: string;
  tone: 'plain' | 'red';
  action?: { label: string; run: () => void } | undefined;
}

const MAX_SHOWN = 3;

/** If there are too many messages, the oldest that reports no failure is dropped. */
export function withToast(shown: readonly Toast[], added: Toast): readonly Toast[] {
  const next = [added, ...shown.filter(({ id }) => id !== added.id)];
  if (next.length <= MAX_SHOWN) return next;
  const plain = next.findLastIndex(({ tone }, index) => index > 0 && tone === 'plain');
  return next.toSpliced(plain === -1 ? next.length - 1 : plain, 1);
}

export const withoutToast = (shown: readonly Toast[], id: string): readonly Toast[] =>
  shown.some((one) => one.id === id) ? shown.filter((one) => one.id !== id) : shown;
