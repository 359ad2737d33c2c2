import type { Feature } from '../feature.ts';
import { release } from './release.ts';
import { restored } from './restored.ts';

export const restoreFeature: Feature = { commands: { restored, release } };
