// Notifications of the desktop are switched on in this browser. The browser asks for its permission only then.
const KEY = 'signalbox.desktop-notices';
const listeners = new Set<() => void>();

const isSupported = (): boolean => 'Notification' in globalThis;

const publish = (value: 'on' | 'off'): void => {
  localStorage.setItem(KEY, value);
  for (const listener of listeners) listener();
};

export const desktopNotices = {
  /** The permission can be withdrawn in the browser at any time. */
  areOn: (): boolean =>
    isSupported() && Notification.permission === 'granted' && localStorage.getItem(KEY) === 'on',
  /** Says why they cannot be switched on; undefined if they can. */
  refusal: (): string | undefined => {
    if (!isSupported())
      return 'This browser has no desktop notifications, or the page is not served over HTTPS.';
    return Notification.permission === 'denied'
      ? 'This browser blocks notifications of this site. Allow them in its settings for the site.'
      : undefined;
  },
  /** Must be called by a click. Returns false if the browser refuses. */
  switchOn: async (): Promise<boolean> => {
    const isGranted = isSupported() && (await Notification.requestPermission()) === 'granted';
    publish(isGranted ? 'on' : 'off');
    return isGranted;
  },
  switchOff: (): void => publish('off'),
  /** Another tab of the browser may switch them, too. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    addEventListener('storage', listener);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', listener);
    };
  },
};
