// Copies a text, and says so in a toast.
import { toast } from '../overlays/toast.tsx';

export const copyText = (text: string, said: string): void => {
  void navigator.clipboard.writeText(text).then(
    () => toast(said),
    () => toast('The browser refused to copy. Select the text and copy it.', { tone: 'red' }),
  );
};
