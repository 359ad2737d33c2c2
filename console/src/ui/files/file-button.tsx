// A button opens the file picker of the browser.
import { type ComponentProps, useRef } from 'react';
import { Button } from '../forms/button.tsx';

interface FileButtonProps extends Pick<
  ComponentProps<typeof Button>,
  'variant' | 'className' | 'icon' | 'children'
> {
  /** Names the files for screen readers. */
  filesLabel: string;
  onFiles: (files: File[]) => void;
}

export function FileButton({ filesLabel, onFiles, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={filesLabel}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
        }}
      />
      <Button {...button} onClick={() => picker.current?.click()} />
    </>
  );
}
