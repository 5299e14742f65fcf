import { expect, it } from '@jest/globals';
import { toBands } from './segment-bands.ts';

const HOUR_MS = 3_600_000;
const NOON_MS = Date.UTC(2026, 0, 5, 12);

const SUMS = { seen: 10, requests: 10, failed: 1, cancelled: 0, totalMs: 100 };

const toPoint = (hour: number, p95Ms: number, p99Ms = p95Ms) => ({
  atMs: NOON_MS + hour * HOUR_MS,
  ...SUMS,
  p50Ms: p95Ms / 2,
  p75Ms: p95Ms,
  p95Ms,
  p99Ms,
});

const [fromMs, toMs] = [NOON_MS, NOON_MS + 4 * HOUR_MS];
const deploy = (release: string, hour: number) => ({ release, atMs: NOON_MS + hour * HOUR_MS });

it('toBands draws hours at their place, leaves gaps, and marks releases that came within the time', () => {
  const points = [toPoint(0, 100), toPoint(1, 200, 9000), toPoint(3, 50)];
  const releases = [deploy('shop@1.4.0', 0), deploy('shop@1.5.0', 2), deploy('shop@1.6.0', 5)];
  const bands = toBands({ stepMs: HOUR_MS, fromMs, points }, toMs, releases);
  expect(bands.p95).toBe('M0,128L266.7,96M800,144Z');
  // A rare slow request is cut at the top, so that it does not press the other lines flat.
  expect(bands.p99).toBe('M0,128L266.7,0M800,144Z');
  expect(bands.told).toBe('p95 by hour: at most 0.2 s, 50 ms in the last. The top is at 0.5 s');
  expect(bands.points[0]?.cells).toEqual(['10', '10 %', '25 ms', '50 ms', '50 ms']);
  expect(bands.marks.map(({ release, at }) => [release, at])).toEqual([['shop@1.5.0', 0.5]]);
  expect(bands.names).toEqual([{ name: '1.5.0', at: 0.5, anchor: 'middle' }]);
  expect(toBands({ stepMs: HOUR_MS, fromMs, points: [] }, toMs, []).band).toBe('');
});
