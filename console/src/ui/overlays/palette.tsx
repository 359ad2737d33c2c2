// The command palette finds every command and page by name.
import { dialogPart } from '../kit/index.tsx';

export type { PaletteItem } from '../kit/palette.tsx';

export const Palette = dialogPart((parts) => parts.Palette);
