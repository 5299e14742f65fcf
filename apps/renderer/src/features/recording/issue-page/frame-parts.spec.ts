import { expect, it } from '@jest/globals';
import type { NormalisedEvent } from '#shared';
import { bareEvent } from '../../../../test/support/issue-page-props.ts';
import { numberFrames, placeFrameParts, toFrameParts } from './frame-parts.ts';

const list = (...names: string[]) => names.map((name) => ({ function: name, inApp: true }));

it('placeFrameParts names parts by the place of their frame after frames were cut and moved', async () => {
  const event: NormalisedEvent = {
    ...bareEvent,
    exceptions: [{ type: 'E', value: '', frames: list('a', 'b') }],
    threads: [{ frames: list('c') }, { frames: list('d') }],
  };
  const whole = numberFrames(event);
  const [exception] = whole.exceptions;
  const values = new Map(
    [...exception!.frames, whole.threads![1]!.frames[0]!].map((frame) => [frame, frame.function]),
  );
  const data = Promise.resolve(toFrameParts(values, (name) => ({ name })));
  const cut = {
    ...whole,
    exceptions: [{ ...exception!, frames: exception!.frames.slice(1) }],
    threads: whole.threads!.toReversed(),
  };
  const part = { place: 'frame', view: 'a/issue.a.part' };
  const placed = placeFrameParts(cut, [
    { ...part, isOfEach: true, data },
    { ...part, data: 'x' },
  ]);
  expect(await placed.parts[0]?.data).toEqual({ 0: { name: 'b' }, 1: { name: 'd' } });
  expect(placed.parts[1]?.data).toBe('x');
  expect(placed.event.threads).toEqual([{ frames: list('d') }, { frames: list('c') }]);
});
