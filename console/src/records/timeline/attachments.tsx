// Files of a note are downloaded with the token of the session; pictures are previewed on a canvas.
import { useState } from 'react';
import { type Attachment, downloadAttachment, faultOf, type NotedRef } from '../../api/index.ts';
import { Button } from '../../ui/forms/button.tsx';
import { faultText } from '../../ui/layout/fault.ts';
import { DownloadIcon } from '../../ui/icons.ts';
import { PicturePreview } from '../../ui/reading/picture-preview.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/overlays/toast.tsx';
import { fileSize, isPicture } from './files.ts';
import styles from './timeline.module.css';

interface AttachmentsProps {
  record: NotedRef;
  noteId: string;
  attachments: readonly Attachment[];
}

function File({
  record,
  noteId,
  attachment,
}: Omit<AttachmentsProps, 'attachments'> & { attachment: Attachment }) {
  const { id, filename, size, content_type } = attachment;
  const [picture, setPicture] = useState<Blob>();
  const download = async (use: (blob: Blob) => void) => {
    try {
      use(await downloadAttachment(record, noteId, id));
    } catch (error) {
      toast(`${filename} was not downloaded. ${faultText(faultOf(error))}`, { tone: 'red' });
    }
  };
  return (
    <li className={styles.file}>
      <span className={styles.fileName}>{filename}</span>
      <span className={styles.fileSize}>{fileSize(size)}</span>
      {isPicture(content_type) && (
        <Button
          variant="quiet"
          onClick={() => (picture ? setPicture(undefined) : void download(setPicture))}
        >
          {picture ? 'Hide' : 'Show'}
        </Button>
      )}
      <Button
        variant="quiet"
        icon={<DownloadIcon />}
        label={`Download ${filename}`}
        onClick={() => void download((blob) => saveFile(blob, filename))}
      />
      {picture && <PicturePreview blob={picture} label={filename} />}
    </li>
  );
}

export const Attachments = ({ attachments, ...rest }: AttachmentsProps) =>
  attachments.length === 0 ? null : (
    <ul className={styles.files} aria-label="Files">
      {attachments.map((attachment) => (
        <File key={attachment.id} attachment={attachment} {...rest} />
      ))}
    </ul>
  );
