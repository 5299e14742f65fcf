import { afterEach, expect, it } from '@jest/globals';
import { onHangUp } from './renew-signal.ts';

afterEach(() => {
  process.removeAllListeners('SIGHUP');
});

/** What a SIGHUP is taken for, by whether there was a terminal before it and is one after. */
function meaningOf(...terminals: boolean[]): string[] {
  const meanings: string[] = [];
  const listeners = {
    renew: () => void meanings.push('renew'),
    stop: () => void meanings.push('stop'),
  };
  onHangUp(listeners, () => terminals.shift() ?? false);
  process.emit('SIGHUP');
  return meanings;
}

it('asks for a renewal where there never was a terminal', () => {
  expect(meaningOf(false)).toEqual(['renew']);
});

it('asks for a renewal while the terminal is there', () => {
  expect(meaningOf(true, true)).toEqual(['renew']);
});

it('is the end of a terminal that is there no more', () => {
  expect(meaningOf(true, false)).toEqual(['stop']);
});
