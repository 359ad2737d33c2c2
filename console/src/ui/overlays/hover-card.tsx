// A link shows a card about its target on hover and focus. The content of the card is rendered and fetched only then.
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import styles from './overlays.module.css';
import { place } from './tip.tsx';

const DELAY_MS = 400;

function Card({ id, target, children }: { id: string; target: HTMLElement; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const card = ref.current;
    if (!card) return undefined;
    // The size of the card changes when its content has loaded.
    const observer = new ResizeObserver(() => place(card, target));
    observer.observe(card);
    place(card, target);
    return () => observer.disconnect();
  }, [target]);
  return (
    <div ref={ref} id={id} role="tooltip" className={styles.card}>
      {children}
    </div>
  );
}

/** Returns the attributes of the link, and the card while it is shown. */
export function useHoverCard(render: () => ReactNode) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const close = () => {
    clearTimeout(timer.current);
    setTarget(undefined);
  };
  const link = {
    'aria-describedby': target ? id : undefined,
    onPointerEnter: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
      if (pointerType === 'touch') return;
      timer.current = setTimeout(() => setTarget(currentTarget), DELAY_MS);
    },
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (currentTarget.matches(':focus-visible')) setTarget(currentTarget);
    },
    onBlur: close,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && close(),
  };
  const card =
    target &&
    createPortal(
      <Card id={id} target={target}>
        {render()}
      </Card>,
      document.body,
    );
  return { link, card };
}
