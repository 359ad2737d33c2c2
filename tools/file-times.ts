// A reporter of node:test: the seconds that each file took, as JSON, when all tests have ended.
import { relative } from 'node:path';
import type { EventData } from 'node:test';
import { fileURLToPath } from 'node:url';
import { fileOf } from '../server/test/support/test-files.ts';

type TestEvent =
  | { type: 'test:pass'; data: EventData.TestPass }
  | { type: 'test:fail'; data: EventData.TestFail }
  | { type: 'other'; data: unknown };

const root = fileURLToPath(new URL('../', import.meta.url));

export default async function* fileTimes(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const seconds: Record<string, number> = {};
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.nesting > 0) continue;
    const file = relative(root, fileOf(data.name) ?? data.file ?? '');
    seconds[file] = (seconds[file] ?? 0) + data.details.duration_ms / 1000;
  }
  yield JSON.stringify(seconds);
}
