import type { ArticleText } from '../passages/passages.ts';

export type ThreadRequest =
  | { method: 'embed'; argument: string }
  | { method: 'passages'; argument: ArticleText }
  | { method: 'end' };

export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; message: string };
