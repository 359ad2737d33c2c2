// Tooltips appear on hover and focus, with the keys of the command. One layer serves all elements that have the text as
// an attribute: a tooltip component for every button would cost more than the button.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Keys } from '../marks/keys.tsx';
import styles from './overlays.module.css';

interface TipAttributes {
  'data-tip'?: string | undefined;
  'data-tip-keys'?: string | undefined;
}

export const tipOf = (
  text: string | undefined,
  keys: readonly string[] | undefined,
): TipAttributes => (text === undefined ? {} : { 'data-tip': text, 'data-tip-keys': keys?.[0] });

const DELAY_MS = 400;
const GAP = 6;

const targetOf = ({ target }: Event): HTMLElement | undefined =>
  (target instanceof Element && target.closest<HTMLElement>('[data-tip]')) || undefined;

/** Calls `show` with the element whose tooltip is due, or with nothing. */
function watchTips(show: (target: HTMLElement | undefined) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let over: HTMLElement | undefined;
  const hide = () => {
    clearTimeout(timer);
    show(undefined);
  };
  const onOver = (event: PointerEvent) => {
    const target = targetOf(event);
    if (event.pointerType === 'touch' || target === over) return;
    over = target;
    hide();
    if (target) timer = setTimeout(() => show(target), DELAY_MS);
  };
  const onFocus = (event: FocusEvent) => {
    const target = targetOf(event);
    if (target?.matches(':focus-visible')) show(target);
  };
  const options = { capture: true };
  document.addEventListener('pointerover', onOver, options);
  document.addEventListener('focusin', onFocus, options);
  const hiding = ['focusout', 'pointerdown', 'keydown', 'scroll'];
  for (const name of hiding) document.addEventListener(name, hide, options);
  return () => {
    hide();
    document.removeEventListener('pointerover', onOver, options);
    document.removeEventListener('focusin', onFocus, options);
    for (const name of hiding) document.removeEventListener(name, hide, options);
  };
}

/** Places a tooltip above its target, or below if there is no room, and always within the window. */
export function place(tip: HTMLElement, target: HTMLElement): void {
  const [own, other] = [tip.getBoundingClientRect(), target.getBoundingClientRect()];
  const above = other.top - own.height - GAP;
  const middle = other.left + other.width / 2 - own.width / 2;
  const left = Math.max(GAP, Math.min(middle, innerWidth - own.width - GAP));
  const top = above < GAP ? other.bottom + GAP : above;
  tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
}

function Tip({ target }: { target: HTMLElement }) {
  const id = useId();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current) place(ref.current, target);
    target.setAttribute('aria-describedby', id);
    return () => target.removeAttribute('aria-describedby');
  }, [target, id]);
  const { tip, tipKeys } = target.dataset;
  return (
    <div ref={ref} id={id} role="tooltip" className={styles.tip}>
      {tip}
      {tipKeys !== undefined && <Keys keys={tipKeys} />}
    </div>
  );
}

export function Tips() {
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTips(setTarget), []);
  return target?.isConnected && <Tip key={target.dataset['tip']} target={target} />;
}
