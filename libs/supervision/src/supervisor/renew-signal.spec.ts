import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { onHangUp } from './renew-signal.ts';

let terminal: { isOpen: () => boolean; isPrintedOn: () => boolean };
let meanings: string[];

beforeEach(() => {
  jest.useFakeTimers();
  terminal = { isOpen: () => true, isPrintedOn: () => true };
  meanings = [];
});

afterEach(() => {
  process.removeAllListeners('SIGHUP');
  jest.useRealTimers();
});

function listen(): void {
  onHangUp(
    { renew: () => void meanings.push('renew'), stop: () => void meanings.push('stop') },
    terminal,
  );
}

it('asks for a renewal where there never was a terminal', () => {
  terminal = { isOpen: () => false, isPrintedOn: () => false };
  listen();
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('asks for a renewal while the terminal is there', () => {
  listen();
  jest.advanceTimersByTime(60_000);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('is the end of a terminal that is there no more', () => {
  listen();
  terminal.isOpen = () => false;
  process.emit('SIGHUP');
  expect(meanings).toEqual(['stop']);
});

it('is the end of the terminal even when that was seen first', () => {
  listen();
  terminal.isOpen = () => false;
  jest.advanceTimersByTime(5000);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['stop']);
});

it('asks for a renewal once a terminal went without it', () => {
  listen();
  terminal.isOpen = () => false;
  jest.advanceTimersByTime(10_000);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('asks for nothing when a terminal goes that nothing is printed on, and for a renewal after it', () => {
  terminal.isPrintedOn = () => false;
  listen();
  terminal.isOpen = () => false;
  process.emit('SIGHUP');
  expect(meanings).toEqual([]);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('looks for no terminal any more once that has gone', () => {
  listen();
  terminal.isOpen = () => false;
  process.emit('SIGHUP');
  expect(jest.getTimerCount()).toBe(0);
});
