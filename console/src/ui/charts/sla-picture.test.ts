import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openPicture, type PictureSegment, slaPicture } from './sla-picture.ts';

const T0 = Date.parse('2026-11-15T10:00:00Z');
const at = (minute: number): string => new Date(T0 + minute * 60_000).toISOString();
const segment = (
  state: PictureSegment['state'],
  from: number,
  to: number | null,
  now = 0,
): PictureSegment => ({
  state,
  from: at(from),
  to: to === null ? null : at(to),
  seconds: ((to ?? now) - from) * 60,
});
const picture = (segments: PictureSegment[], nowMinute: number, targetMinutes = 60, earlier = 0) =>
  slaPicture({
    targetSeconds: targetMinutes * 60,
    earlierSeconds: earlier * 60,
    segments,
    now: T0 + nowMinute * 60_000,
  });
const near = (one: number | undefined, other: number) =>
  assert.ok(Math.abs((one ?? Number.NaN) - other) < 1e-9, `${one} is not ${other}`);

describe('The SLA picture', () => {
  test('a running clock fills its share, with both marks ahead', () => {
    const { parts, marks, needle, stoppedAt } = picture([segment('running', 0, null, 30)], 30);
    assert.deepEqual(
      parts.map(({ tone }) => tone),
      ['used'],
    );
    near(parts[0]?.width, 0.5);
    near(needle, 0.5);
    assert.equal(stoppedAt, undefined);
    assert.deepEqual(
      marks.map(({ share, left, isReached }) => [share, left, isReached]),
      [
        [0.75, 0.75, false],
        [1, 1, false],
      ],
    );
  });

  test('a pause moves the marks of the SLA picture by its length', () => {
    const { parts, marks, to } = picture(
      [segment('running', 0, 30), segment('paused', 30, 50), segment('running', 50, null, 60)],
      60,
    );
    near(to, T0 + 80 * 60_000);
    assert.deepEqual(
      parts.map(({ tone }) => tone),
      ['used', 'paused', 'used'],
    );
    near(marks[0]?.at, T0 + 65 * 60_000);
    near(marks[1]?.at, T0 + 80 * 60_000);
  });

  test('a running segment is cut at 75 % and at the breach', () => {
    const { parts, marks, needle } = picture([segment('running', 0, null, 120)], 120);
    assert.deepEqual(
      parts.map(({ tone, width }) => [tone, width]),
      [
        ['used', 0.375],
        ['risk', 0.125],
        ['over', 0.5],
      ],
    );
    assert.ok(marks.every(({ isReached }) => isReached));
    near(needle, 1);
  });

  test('a stopped clock keeps the scale to the breach, and says how much it used', () => {
    const { parts, marks, needle, stoppedAt, to } = picture(
      [segment('running', 0, 6), segment('stopped', 6, null, 500)],
      500,
    );
    near(to, T0 + 60 * 60_000);
    near(parts[0]?.width, 0.1);
    near(needle, 0.1);
    near(stoppedAt, 0.1);
    assert.equal(parts.length, 1);
    assert.deepEqual(
      marks.map(({ share, isReached }) => [share, isReached]),
      [
        [0.75, false],
        [1, false],
      ],
    );
  });

  test('a clock that stopped after the breach ends the picture', () => {
    const { parts, needle, stoppedAt, to } = picture(
      [segment('running', 0, 120), segment('stopped', 120, null, 500)],
      500,
    );
    near(to, T0 + 120 * 60_000);
    near(needle, 1);
    near(stoppedAt, 2);
    assert.equal(parts.at(-1)?.tone, 'over');
  });

  test('time before the first segment of a shortened history is counted', () => {
    const { marks } = picture([segment('running', 0, null, 5)], 5, 60, 50);
    assert.equal(marks.length, 1, 'the warning was before the first segment shown');
    near(marks[0]?.at, T0 + 10 * 60_000);
  });

  test('parts of the SLA picture never overlap, lie within it, and cover all segments', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      let random = seed;
      const next = (most: number) => {
        random = (random * 48_271) % 2_147_483_647;
        return 1 + (random % most);
      };
      const segments: PictureSegment[] = [];
      let minute = 0;
      for (let index = 0; index < next(8); index += 1) {
        const end = minute + next(90);
        segments.push(segment(index % 2 === 0 ? 'running' : 'paused', minute, end));
        minute = end;
      }
      const { parts } = picture(segments, minute, next(300));
      let edge = 0;
      for (const { left, width } of parts) {
        assert.ok(left >= edge - 1e-9 && left + width <= 1 + 1e-9, `seed ${seed}`);
        near(left, edge);
        edge = left + width;
      }
    }
  });

  test('a picture of open time is as long as what the clock counted', () => {
    const half = openPicture(3600, [{ state: 'running', seconds: 1800 }], false);
    near(half.parts[0]?.width, 0.5);
    near(half.needle, 0.5);
    assert.deepEqual(
      half.marks.map(({ left, isReached }) => [left, isReached]),
      [
        [0.75, false],
        [1, false],
      ],
    );
    const late = openPicture(3600, [{ state: 'running', seconds: 7200 }], true);
    assert.deepEqual(
      late.parts.map(({ tone, width }) => [tone, width]),
      [
        ['used', 0.375],
        ['risk', 0.125],
        ['over', 0.5],
      ],
    );
    near(late.stoppedAt, 2);
    assert.deepEqual(openPicture(3600, [], false).parts, []);
  });

  test('a pause stands between what was counted before and after it', () => {
    const { parts, marks } = openPicture(
      3600,
      [
        { state: 'running', seconds: 900 },
        { state: 'paused', seconds: 1800 },
        { state: 'running', seconds: 900 },
      ],
      false,
    );
    assert.deepEqual(
      parts.map(({ tone }) => tone),
      ['used', 'paused', 'used'],
    );
    near(parts[1]?.width, 1 / 3);
    near(marks[1]?.left, 1);
  });
});
