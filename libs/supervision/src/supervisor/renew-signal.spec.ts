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

it('a hang-up asks for a renewal where there never was a terminal', () => {
  terminal = { isOpen: () => false, isPrintedOn: () => false };
  listen();
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('a hang-up asks for a renewal while the terminal is there', () => {
  listen();
  jest.advanceTimersByTime(60_000);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('a hang-up stops the services when the terminal is gone', () => {
  listen();
  terminal.isOpen = () => false;
  process.emit('SIGHUP');
  expect(meanings).toEqual(['stop']);
});

it('a hang-up stops the services even when the end of the terminal was seen first', () => {
  listen();
  terminal.isOpen = () => false;
  jest.advanceTimersByTime(5000);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['stop']);
});

it('a hang-up asks for a renewal once a terminal has gone without one', () => {
  listen();
  terminal.isOpen = () => false;
  jest.advanceTimersByTime(10_000);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('a hang-up of a terminal without output asks for nothing, and the next one for a renewal', () => {
  terminal.isPrintedOn = () => false;
  listen();
  terminal.isOpen = () => false;
  process.emit('SIGHUP');
  expect(meanings).toEqual([]);
  process.emit('SIGHUP');
  expect(meanings).toEqual(['renew']);
});

it('no timer looks for the terminal any more once it has gone', () => {
  listen();
  terminal.isOpen = () => false;
  process.emit('SIGHUP');
  expect(jest.getTimerCount()).toBe(0);
});
