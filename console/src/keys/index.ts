export type { Command } from './command.ts';
export { sendDelayed } from './delayed.ts';
export { letterKeys, listenForKeys, runCommand } from './keyboard.ts';
export { overlayKeys } from './overlay-keys.ts';
export type { BoundCommand } from './registry.ts';
export { isWritingInOverlay } from './replay.ts';
export { undo } from './undo.ts';
export { useBoundCommands, useCommands } from './use-commands.ts';
