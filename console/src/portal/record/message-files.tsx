// Pictures of a message are shown in it, and grow when they are clicked. Other files are a line with their size.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  type Attachment,
  attachmentQuery,
  downloadAttachment,
  type NotedRef,
} from '../../api/index.ts';
import { fileSize, isPicture } from '../../records/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { DownloadIcon } from '../../ui/icons.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toast } from '../../ui/overlays/toast.tsx';
import { PicturePreview } from '../../ui/reading/picture-preview.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './conversation.module.css';

interface FileProps {
  record: NotedRef;
  noteId: string;
  attachment: Attachment;
}

/** Becomes true when the element comes near the part of the page that is in view. */
function useIsSeen<E extends Element>() {
  const ref = useRef<E>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!ref.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: '300px' },
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, isSeen };
}

function Picture({ record, noteId, attachment: { id, filename } }: FileProps) {
  const [isEnlarged, enlarge] = useState(false);
  const { ref, isSeen } = useIsSeen<HTMLLIElement>();
  const picture = useQuery({ ...attachmentQuery(record, noteId, id), enabled: isSeen });
  return (
    <li ref={ref} className={styles.picture}>
      {picture.error && (
        <p className={styles.lost}>
          {filename} could not be loaded.{' '}
          <Button variant="quiet" onClick={() => void picture.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {picture.data && (
        <>
          <button
            type="button"
            aria-label={`Enlarge the picture ${filename}`}
            onClick={() => enlarge(true)}
          >
            <PicturePreview blob={picture.data} label={filename} />
          </button>
          <Dialog title={filename} size={1200} isOpen={isEnlarged} onClose={() => enlarge(false)}>
            <PicturePreview blob={picture.data} label={filename} size="full" />
          </Dialog>
        </>
      )}
    </li>
  );
}

function OtherFile({ record, noteId, attachment: { id, filename, size } }: FileProps) {
  const download = async () => {
    try {
      saveFile(await downloadAttachment(record, noteId, id), filename);
    } catch {
      toast(`${filename} could not be downloaded. Please try again.`, { tone: 'red' });
    }
  };
  return (
    <li className={styles.file}>
      <Button variant="quiet" icon={<DownloadIcon />} onClick={() => void download()}>
        {filename} <small>{fileSize(size)}</small>
      </Button>
    </li>
  );
}

interface MessageFilesProps {
  record: NotedRef;
  noteId: string | undefined;
  attachments: readonly Attachment[];
}

export const MessageFiles = ({ record, noteId, attachments }: MessageFilesProps) =>
  noteId === undefined || attachments.length === 0 ? null : (
    <ul className={styles.files} aria-label="Files">
      {attachments.map((attachment) => {
        const File = isPicture(attachment.content_type) ? Picture : OtherFile;
        return <File key={attachment.id} record={record} noteId={noteId} attachment={attachment} />;
      })}
    </ul>
  );
