// A picture is drawn on a canvas: its bytes never become a document, and the policy of the page needs no exception.
import { useEffect, useRef, useState } from 'react';
import styles from './picture-preview.module.css';

const MAX_WIDTH = 640;
const MAX_HEIGHT = 400;

export function PicturePreview({ blob, label }: { blob: Blob; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    let isShown = true;
    const draw = async () => {
      const bitmap = await createImageBitmap(blob);
      const target = canvas.current;
      if (isShown && target) {
        const scale = Math.min(1, MAX_WIDTH / bitmap.width, MAX_HEIGHT / bitmap.height);
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
  }, [blob]);
  if (hasFailed) return <p className={styles.fault}>This picture cannot be shown.</p>;
  return <canvas ref={canvas} className={styles.picture} role="img" aria-label={label} />;
}
