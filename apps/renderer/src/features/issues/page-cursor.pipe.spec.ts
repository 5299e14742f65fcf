import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { PageCursorPipe } from './page-cursor.pipe.ts';

describe('PageCursorPipe', () => {
  const pipe = new PageCursorPipe();

  it('reads where an earlier page ended', () => {
    expect(pipe.transform('1700000000000-12')).toEqual({ lastSeenMs: 1_700_000_000_000, id: 12 });
  });

  it('leaves the first page alone', () => {
    expect(pipe.transform(undefined)).toBeUndefined();
  });

  it.each(['', '12', 'a-b', '1-2-3', '-1-2', `${'9'.repeat(16)}-1`, ['1-2', '1-2'], { a: '1-2' }])(
    'finds no page for %j',
    (value) => {
      expect(() => pipe.transform(value)).toThrow(NotFoundException);
    },
  );
});
