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
  it('leaves every pending region to the browser, also one that React has not reached', () => {
    const marks = [createMark('$?'), createMark('$?', { isAwaited: false })];
    abandon(null, ...marks);
    expect(marks).toMatchObject([
      { data: '$!', retries: 1 },
      { data: '$!', retries: 0 },
    ]);
  });

  it.each(['$', '$!', '$~', 'text'])('leaves a region alone that is marked %s', (data) => {
    const mark = createMark(data);
    abandon(mark);
    expect(mark).toMatchObject({ data, retries: 0 });
  });
});
