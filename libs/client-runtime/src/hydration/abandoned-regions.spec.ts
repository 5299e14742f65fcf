import { describe, expect, it } from '@jest/globals';
import { abandonPendingRegions } from './abandoned-regions.ts';

interface Mark {
  data: string;
  retries: number;
  _reactRetry?: () => void;
}

function createMark(data: string, { isAwaited = true } = {}): Mark {
  const mark: Mark = { data, retries: 0 };
  if (isAwaited) mark._reactRetry = () => (mark.retries += 1);
  return mark;
}

function abandon(...marks: (Mark | null)[]): void {
  const templates = marks.map((previousSibling) => ({ previousSibling }));
  const querySelectorAll = (selector: string): unknown[] =>
    selector === 'template[id^="B:"]' ? templates : [];
  abandonPendingRegions({ querySelectorAll } as unknown as Document);
}

describe('abandonPendingRegions', () => {
  it('leaves every pending region to the browser', () => {
    const marks = [createMark('$?'), createMark('$?')];
    abandon(...marks);
    expect(marks.map(({ data, retries }) => ({ data, retries }))).toEqual([
      { data: '$!', retries: 1 },
      { data: '$!', retries: 1 },
    ]);
  });

  it('leaves a pending region to the browser that React has not reached', () => {
    const mark = createMark('$?', { isAwaited: false });
    abandon(mark);
    expect(mark.data).toBe('$!');
  });

  it.each(['$', '$!', '$~', 'text'])('leaves a region alone that is marked %s', (data) => {
    const mark = createMark(data);
    abandon(mark);
    expect(mark).toMatchObject({ data, retries: 0 });
  });

  it('passes over a template that has nothing before it', () => {
    const mark = createMark('$?');
    abandon(null, mark);
    expect(mark.data).toBe('$!');
  });
});
