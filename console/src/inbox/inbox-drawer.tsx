// The inbox lists what waits for a decision of this person, then the notifications, newest first.
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Me } from '../api/index.ts';
import { Sheet } from '../ui/overlays/dialog.tsx';
import { NARROW, useMedia } from '../ui/use-media.ts';
import type { InboxEntry } from './inbox.entries.ts';
import { Inbox } from './inbox.tsx';
import { markRead } from './read-marks.ts';

const WIDTH = 480;

interface InboxDrawerProps {
  me: Me;
  unread: number;
  isOpen: boolean;
  onClose: () => void;
}

/** A page that is opened focuses its heading; one that was open already does not. */
function focusHeading(): void {
  if (document.activeElement === document.body)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true });
}

export function InboxDrawer({ me, unread, isOpen, onClose }: InboxDrawerProps) {
  const navigate = useNavigate();
  const isNarrow = useMedia(NARROW);
  // The focus returns to where it was, unless another page is opened.
  const [isLeaving, setLeaving] = useState(false);
  const close = (isToLeave: boolean) => {
    setLeaving(isToLeave);
    onClose();
  };
  const open = ({ target, isUnread, notificationId }: InboxEntry) => {
    if (isUnread && notificationId !== undefined) void markRead(notificationId);
    if (!target) return;
    close(true);
    void navigate(target).then(focusHeading);
  };
  return (
    <Sheet
      title="Inbox"
      side="right"
      size={isNarrow ? '100%' : WIDTH}
      isOpen={isOpen}
      returnsFocus={!isLeaving}
      onClose={() => close(false)}
    >
      <Inbox me={me} unread={unread} onOpen={open} onLeave={() => close(true)} />
    </Sheet>
  );
}
