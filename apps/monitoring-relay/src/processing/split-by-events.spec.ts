import { describe, expect, it } from '@jest/globals';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
} from '#product/testing';
import { splitByEvents } from './split-by-events.ts';

const event = createGroupedEvent();

function split(...counts: number[]): number[][] {
  const reports = counts.map((count, index) =>
    createReport(
      index + 1,
      Array.from({ length: count }, () => event),
    ),
  );
  return splitByEvents(reports, 10).map((part) => part.map(({ reportId }) => reportId));
}

describe('splitByEvents', () => {
  it('fills each part up to the limit, in order', () => {
    expect(split(5, 5, 1, 9, 1)).toEqual([[1, 2], [3, 4], [5]]);
    expect(split()).toEqual([]);
  });

  it('never splits a report, and puts empty reports into any part', () => {
    expect(split(25, 1, 25)).toEqual([[1], [2], [3]]);
    expect(split(0, 10, 0, 0)).toEqual([[1, 2, 3, 4]]);
  });

  it('weighs attachments and feedback like events', () => {
    const attachments = Array.from({ length: 5 }, (_, item) => createAttachment('', { item }));
    const reports = [
      createReport(1, [], { attachments }),
      createReport(2, [event], { attachments: attachments.slice(1) }),
      createReport(3, [], { feedback: [createFeedback()] }),
    ];
    const parts = splitByEvents(reports, 10);
    expect(parts.map((part) => part.map(({ reportId }) => reportId))).toEqual([[1, 2], [3]]);
  });

  it('weighs a session like an event, and ten aggregates like one', () => {
    const group = { startedAtMs: 0, begun: 1, errored: 0, crashed: 0, abnormal: 0 };
    const toReport = (id: number, items: number, aggregates: number) => {
      const groups = Array.from({ length: aggregates }, () => group);
      const item = { projectId: 1, receivedAtMs: 0, groups };
      return createReport(id, [], { sessions: Array.from({ length: items }, () => item) });
    };
    const reports = [
      toReport(1, 9, 1),
      toReport(2, 2, 1),
      toReport(3, 1, 80),
      toReport(4, 1, 1000),
      createReport(5, [event]),
    ];
    const parts = splitByEvents(reports, 10);
    expect(parts.map((part) => part.map(({ reportId }) => reportId))).toEqual([
      [1],
      [2, 3],
      [4],
      [5],
    ]);
  });
});
