import { describe, expect, it } from '@jest/globals';
import { listReleaseLines, toSuspectLine, toTagLine } from './reason-lines.ts';
import type { ReasonLine } from './why-now.dto.ts';

const MINUTE_MS = 60_000;
const NEW = { release: 'shop@1.4.3', occurredAtMs: 10 * MINUTE_MS, isReturn: false };
const deployed = (finishedAtMs: number) => ({
  isFirst: false,
  deploy: { environment: 'production', finishedAtMs },
});

const print = (line: ReasonLine): string => line.flat().join('');

describe('the reasons of an issue', () => {
  it.each([
    ['a new release', NEW, { isFirst: false }, ['New in shop@1.4.3']],
    ['the first release of a project', NEW, { isFirst: true }, []],
    [
      'a return in the first release',
      { ...NEW, isReturn: true },
      { isFirst: true },
      ['Came back in shop@1.4.3'],
    ],
    [
      'a deploy 4 minutes before',
      NEW,
      deployed(6 * MINUTE_MS),
      ['New in shop@1.4.3, deployed to production 4 min before'],
    ],
    [
      'a deploy in the same second',
      NEW,
      deployed(10 * MINUTE_MS),
      ['New in shop@1.4.3, deployed to production just before'],
    ],
  ] as const)('tell of %s', (_what, beginning, arrival, lines) => {
    expect(listReleaseLines(beginning, arrival).map(print)).toEqual(lines);
  });

  it.each([
    ['device', 'iPhone', 0.4, 0.12, '40 % iPhone, 12 % in the project'],
    ['plan', 'gold', 0.999, 0.001, '>99 % gold (plan), <1 % in the project'],
    ['os.name', 'iOS', 1, 0, '100 % iOS, none in the project'],
  ])('tell of the tag %s:%s', (name, value, share, projectShare, line) => {
    expect(print(toTagLine({ name, value, share, projectShare, trials: 50, strength: 20 }))).toBe(
      line,
    );
  });

  it('tell of a suspect commit without author and subject by its id', () => {
    const commit = { shortId: 'abc1234', subject: '', id: 'abc1234', version: '1', path: 'a.ts' };
    expect(print(toSuspectLine(commit))).toBe('Suspect commit: abc1234');
  });
});
