// Mantine is set up to write no styles of its own, which the content security policy of the page forbids. Each part
// includes the provider, because Mantine is not in the first load.
import { createTheme, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { useShownScheme } from '../scheme.ts';
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
import './mantine.css';

/** The server writes the nonce; scripts can read it only as a property. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

setNonce(nonce);

const theme = createTheme({ respectReducedMotion: true, cursorType: 'pointer' });

export function KitProvider({ children }: { children: ReactNode }) {
  const scheme = useShownScheme();
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme={scheme}
      withCssVariables={false}
      withGlobalClasses={false}
      deduplicateInlineStyles
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  );
}
