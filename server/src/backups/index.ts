import type { Feature } from '../feature.ts';
import { backupCommands } from './backups.commands.ts';
export { readBackups } from './backups.sql.ts';

export const backupFeature: Feature = { commands: backupCommands };
