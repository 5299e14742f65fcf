import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createJsonLines } from './json-lines.ts';

describe('JSON log lines', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'errata-lines-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('are objects, written when the call has returned', () => {
    const file = join(folder, 'log');
    const write = createJsonLines({ service: 'relay', to: file });
    write({
      level: 'warn',
      context: 'Spool',
      msg: 'first\nsecond',
      fields: { requestId: 'r', traceId: 't' },
    });
    write({ level: 'fatal', msg: 'the end', fields: {} });
    const [first, second, ...more] = readFileSync(file, 'utf8').trim().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(first ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      service: 'relay',
      pid: process.pid,
      context: 'Spool',
      requestId: 'r',
      traceId: 't',
      msg: 'first\nsecond',
    });
    expect(JSON.parse(second ?? '')).toMatchObject({ level: 'fatal', msg: 'the end' });
  });

  it('are lost on a full disk without an error', () => {
    const write = createJsonLines({ service: 'relay', to: '/dev/full' });
    expect(() => {
      for (let line = 0; line < 3; line += 1) write({ level: 'info', msg: 'lost', fields: {} });
    }).not.toThrow();
  });
});
