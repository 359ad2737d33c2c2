// A picture is drawn on a canvas: its bytes never become a document, and the policy of the page needs no exception.
import { useEffect, useRef, useState } from 'react';
import styles from './picture-preview.module.css';

/** Pictures are shrunk to these sizes; the browser shrinks them further if there is no room. */
const sizes = { thumbnail: [144, 144], preview: [640, 400], full: [1920, 1920] } as const;

interface PicturePreviewProps {
  blob: Blob;
  label: string;
  size?: keyof typeof sizes;
}

export function PicturePreview({ blob, label, size = 'preview' }: PicturePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    const draw = async () => {
      const bitmap = await createImageBitmap(blob);
      const target = canvas.current;
      if (isShown && target) {
        const [width, height] = sizes[size];
        const scale = Math.min(1, width / bitmap.width, height / bitmap.height);
        target.width = Math.round(bitmap.width * scale);
        target.height = Math.round(bitmap.height * scale);
        target.getContext('2d')?.drawImage(bitmap, 0, 0, target.width, target.height);
      }
      bitmap.close();
    };
    draw().catch(() => setFailed(true));
    return () => {
      isShown = false;
    };
  }, [blob, size]);
  if (hasFailed) return <p className={styles.fault}>This picture cannot be shown.</p>;
  return <canvas ref={canvas} className={styles.picture} role="img" aria-label={label} />;
}
