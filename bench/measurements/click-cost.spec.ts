import { expect, it } from '@jest/globals';
import { readClickMs } from './click-cost.mjs';

it('a click costs the time of its own thread up to the first frame with the new heading', () => {
  const own = { pid: 1, tid: 2 };
  const commit = { ...own, name: 'Commit', tdur: 500, args: {} };
  const click = { name: 'EventDispatch', args: { data: { type: 'click' } }, ts: 10, tts: 1000 };
  const traceEvents = [
    { ...commit, ts: 60, tts: 9000 },
    { ...commit, ts: 40, tts: 5500 },
    { ...commit, ts: 20, tts: 2000 },
    { ...click, pid: 7, tid: 2 },
    { ...own, ...click },
    { ...own, ...click, ts: 5, tts: 100, args: { data: { type: 'pointerdown' } } },
    { ...own, name: 'bench-heading', ts: 30, tts: 3000, args: {} },
  ];
  expect(readClickMs(JSON.stringify({ traceEvents }))).toBe(5);
});
