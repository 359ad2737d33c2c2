// The provider of the UI kit, set up so that it writes no styles of its own; see the content security policy of the page.
import { createTheme, localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Overlay.css';
import '@mantine/core/styles/ModalBase.css';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/Combobox.css';
import '@mantine/core/styles/Divider.css';
import '@mantine/core/styles/Drawer.css';
import '@mantine/core/styles/Menu.css';
import '@mantine/core/styles/Modal.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/core/styles/Tooltip.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './tokens.css';
import './mantine.css';
import './base.css';

/** Written by the server; scripts may read it as a property only. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

setNonce(nonce);

const theme = createTheme({ respectReducedMotion: true, cursorType: 'pointer' });
const schemes = localStorageColorSchemeManager({ key: 'signalbox.scheme' });

export const Theme = ({ children }: { children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    defaultColorScheme="auto"
    colorSchemeManager={schemes}
    withCssVariables={false}
    withGlobalClasses={false}
    deduplicateInlineStyles
    getStyleNonce={() => nonce}
  >
    <Notifications position="bottom-left" limit={3} autoClose={8000} />
    {children}
  </MantineProvider>
);

export type Scheme = 'light' | 'dark' | 'auto';

export function useScheme(): { scheme: Scheme; setScheme: (scheme: Scheme) => void } {
  // Without it Mantine turns transitions off by a style element of its own.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  return { scheme: colorScheme, setScheme: setColorScheme };
}
