import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { IssueIdPipe } from './issue-id.pipe.ts';

describe('IssueIdPipe', () => {
  it('reads a positive number', () => {
    expect(new IssueIdPipe().transform('42')).toBe(42);
  });

  it.each(['0', '-1', '1.5', '1e3', ' 1', '01', 'abc', '', '9'.repeat(16), '１'])(
    'finds no issue for %j',
    (value) => {
      expect(() => new IssueIdPipe().transform(value)).toThrow(NotFoundException);
    },
  );
});
