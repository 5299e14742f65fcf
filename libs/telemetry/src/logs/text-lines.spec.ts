import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTextLines } from './text-lines.ts';

describe('text log lines', () => {
  let written: string;

  beforeEach(() => {
    written = '';
    const note = (text: string | Uint8Array): boolean => {
      written += String(text);
      return true;
    };
    jest.spyOn(process.stdout, 'write').mockImplementation(note);
    jest.spyOn(process.stderr, 'write').mockImplementation(note);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('name the part that writes, and the request', () => {
    const fields = { requestId: 'r1', traceId: 't1' };
    createTextLines()({ level: 'info', context: 'Intake', msg: 'taken', fields });
    expect(written).toMatch(/LOG \[Intake\] taken \(request r1, trace t1\)\n$/);
  });

  it('have no effect on a terminal', () => {
    createTextLines()({ level: 'warn', msg: 'met \u001B[2J\r\u202E', fields: {} });
    expect(written).toContain(String.raw`met \u001b[2J\u000d\u202e`);
  });
});
