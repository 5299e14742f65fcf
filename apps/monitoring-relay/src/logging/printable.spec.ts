import { describe, expect, it } from '@jest/globals';
import { describeError } from './describe-error.ts';
import { toPrintable, toPrintableLine } from './printable.ts';
import { RelayLogger } from './relay-logger.ts';
import { toReason } from './to-reason.ts';

const ESCAPE = '\u001B';
const HOSTILE = `${ESCAPE}[2J${ESCAPE}]0;title\u0007\r\u009b31m\u202Ex\u0000`;
const ACTIVE = /[^\P{Cc}\t\n]|\u202e/u;

describe('text from anywhere, in the log', () => {
  it('has its control characters spelled out', () => {
    expect(toPrintable(`a${ESCAPE}[2Jb\r\u009b\u202E`)).toBe(
      String.raw`a\u001b[2Jb\u000d\u009b\u202e`,
    );
    expect(toPrintable('語 😀 é\n\tat x')).toBe('語 😀 é\n\tat x');
    expect(toPrintableLine('one\n\ttwo')).toBe(String.raw`one\n\ttwo`);
  });

  it('does nothing to a terminal as a reason, an error or its cause', () => {
    let syntaxError: unknown;
    try {
      JSON.parse(`{"a": ${HOSTILE}}`);
    } catch (error) {
      syntaxError = error;
    }
    const error = new Error(HOSTILE, { cause: syntaxError });
    for (const text of [toReason(syntaxError), toReason(HOSTILE), describeError(error)]) {
      expect(text).not.toMatch(ACTIVE);
    }
    expect(describeError(HOSTILE)).not.toMatch(ACTIVE);
  });

  it('does nothing to a terminal whoever logs it', () => {
    const lines: string[] = [];
    class Recorder extends RelayLogger {
      override stringifyMessage(message: unknown, level: 'warn'): string {
        const line = super.stringifyMessage(message, level);
        lines.push(line);
        return line;
      }
    }
    const logger = new Recorder({ json: false, colors: false });
    const print = process.stdout.write;
    process.stdout.write = () => true;
    try {
      logger.warn(`met ${HOSTILE}`);
    } finally {
      process.stdout.write = print;
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^met /);
    expect(lines[0]).not.toMatch(ACTIVE);
  });
});
