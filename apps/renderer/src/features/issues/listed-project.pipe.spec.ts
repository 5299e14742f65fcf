import { describe, expect, it } from '@jest/globals';
import { NotFoundException } from '@nestjs/common';
import { ListedProjectPipe } from './listed-project.pipe.ts';

describe('ListedProjectPipe', () => {
  const pipe = new ListedProjectPipe();

  it.each([undefined, '', 'web', '0-a'])('reads %j', (value) => {
    expect(pipe.transform(value)).toBe(value);
  });

  it.each(['Web', '-web', 'a b', 'a'.repeat(51), ['web', 'api'], { a: 'web' }, 1])(
    'finds no page for %j',
    (value) => {
      expect(() => pipe.transform(value)).toThrow(NotFoundException);
    },
  );
});
