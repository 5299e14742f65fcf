import { describe, expect, it } from '@jest/globals';
import { toIssueTitle } from '#shared';
import { groupEvent } from './grouping/group-event.ts';
import { toFrameSignature, toStablePath } from './grouping/frame-signature.ts';
import { parameterise } from './grouping/parameterise.ts';
import { readMessage } from './normalise/message.ts';
import { normaliseEvent } from './normalise/normalise-event.ts';
import { normaliseRequest } from './normalise/request.ts';
import { cutText } from './normalise/shape.ts';
import { readTimestampMs } from './normalise/timestamps.ts';

const LENGTH = 100_000;
/** Linear work on so much takes a few milliseconds, quadratic work many seconds. */
const GENEROUS_MS = 500;

/** Each begins what a pattern looks for over and over, and never ends it. */
const HOSTILE = [
  '-',
  '.',
  '_',
  '/',
  '\\',
  '@',
  '~',
  ':',
  '%',
  '$',
  '?',
  '#',
  ' ',
  '\t',
  '\n',
  '"',
  '0',
  '9',
  'a',
  'f',
  'z',
  'A',
  '-a',
  '-A',
  '.a',
  'a.',
  'a-',
  '0.',
  '0,',
  '1e',
  '0x',
  '0x0',
  'a0',
  '-a0',
  '_0',
  '-0',
  '.0',
  'ab1c',
  '/-',
  'http://',
  'a:',
  'a::',
  '::',
  '0:',
  'a@',
  'a@b',
  '@a.',
  '%(',
  '%(a',
  '{{',
  '{{ ',
  'async ',
  '$0',
  '\u0000',
  '\ud800',
  '\u{1F600}',
];

const inputs = HOSTILE.flatMap((unit) => {
  const run = unit.repeat(LENGTH / unit.length);
  return [run, `-${run}!`, `x/${run}.js`, `${run} z`];
});

function measureMs(work: () => void): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

describe('text made to be slow', () => {
  it.each<[string, (text: string) => unknown]>([
    ['the path of a frame', toStablePath],
    ['a frame', (text) => toFrameSignature({ inApp: true, function: text, contextLine: text })],
    ['a message that is grouped by', parameterise],
    ['a message with parameters', (message) => readMessage({ message: { message, params: [] } })],
    ['a request', (text) => normaliseRequest({ url: text, query_string: text })],
    ['a timestamp', readTimestampMs],
    ['any text', (text) => cutText(text, LENGTH)],
  ])('costs no more than its length as %s', (_, work) => {
    const slow = inputs.filter((text) => measureMs(() => work(text)) > GENEROUS_MS);
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it('costs no more than its length as the title of an issue', () => {
    const slow = inputs.filter((text) => {
      const frames = [{ filename: text, inApp: true }];
      const event = { ...toEvent({}), exceptions: [{ type: 'Error', value: text, frames }] };
      return measureMs(() => toIssueTitle(event)) > GENEROUS_MS;
    });
    expect(slow.map((text) => text.slice(0, 20))).toEqual([]);
  });

  it('makes no event slow, however many frames and parts of a fingerprint name it', () => {
    const frame = { filename: `x${'-'.repeat(1000)}`, in_app: true };
    const values = Array.from({ length: 32 }, () => ({
      type: 'Error',
      stacktrace: { frames: Array.from({ length: 25 }, () => frame) },
    }));
    const fingerprint = [...Array.from({ length: 31 }, () => '{{ default }}'), 'x'];
    const payload = { exception: { values }, fingerprint };
    expect(measureMs(() => groupEvent(toEvent(payload)))).toBeLessThan(1000);
  });
});

function toEvent(payload: Record<string, unknown>): ReturnType<typeof normaliseEvent> {
  const origin = { eventId: 'a'.repeat(32), projectId: 1, receivedAtMs: 0, envelope: {} };
  return normaliseEvent(payload, origin);
}
