import { describe, expect, it } from '@jest/globals';
import { describeError } from './describe-error.ts';
import { toReason } from './to-reason.ts';

const ESCAPE = '\u001B';
const HOSTILE = `${ESCAPE}[2J${ESCAPE}]0;title\u0007\r\u009b31m\u202Ex\u0000`;
const ACTIVE = /[^\P{Cc}\t\n]|\u202e/u;

describe('an error in the log', () => {
  it('has no effect on a terminal, as a reason, an error or its cause', () => {
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

  it('is cut between words as a reason, since half a secret would not be recognised', () => {
    const reason = toReason(`${'word '.repeat(96)}postgres://errata:hunter2hunter2@db is away`);
    expect(reason).toMatch(/word …$/);
    expect(toReason('x'.repeat(600))).toBe('x'.repeat(500));
  });
});
