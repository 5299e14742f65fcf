import { beforeEach, describe, expect, it } from '@jest/globals';
import { createCourse } from './course.ts';
import type { Course } from './course.ts';
import { createVisit } from './visit.ts';
import type { Visit } from './visit.ts';

describe('Course', () => {
  let course: Course;
  let settled: number;
  let visit: Visit;
  let behind: Visit;
  let ended: string[];

  const toVisit = (url: string, rest?: Partial<Visit>): Visit =>
    createVisit({ url, hash: '', entry: 'push', onEnd: () => ended.push(url), ...rest });

  beforeEach(() => {
    settled = 0;
    ended = [];
    course = createCourse({ settle: () => void (settled += 1) });
    visit = toVisit('/a');
    behind = toVisit('/b', { isBackground: true });
  });

  function beginAndArrive(isWhole: boolean): void {
    course.begin(visit);
    course.arrive(visit, isWhole);
  }

  it.each<[string, string, boolean, () => unknown]>([
    ['rests at first', 'resting', false, () => {}],
    ['visits a page that the visitor waits for', 'visiting', true, () => course.begin(visit)],
    ['renews a page that nobody waits for', 'renewing', false, () => course.begin(behind)],
    ['is held without a connection', 'held', true, () => [course.begin(visit), course.hold()]],
    ['rests when a whole page is shown', 'resting', false, () => beginAndArrive(true)],
    ['completes a page that lacks data', 'completing', true, () => beginAndArrive(false)],
    ['rests when it is told to', 'resting', false, () => [course.begin(visit), course.rest()]],
  ])('%s', (_what, state, isWaiting, run) => {
    run();
    expect([course.state(), course.isWaiting()]).toEqual([state, isWaiting]);
    expect(course.visit() === undefined).toBe(state === 'resting');
  });

  it('gives up the previous visit, and the page that it has not shown', () => {
    course.begin(visit);
    course.begin(behind);
    expect(visit.controller.signal.aborted).toBe(true);
    expect(behind.controller.signal.aborted).toBe(false);
    expect(ended).toEqual(['/a']);
    expect(settled).toBe(2);
    expect(course.visit()).toBe(behind);
  });

  it('goes on receiving data of the shown page until another page is shown', () => {
    beginAndArrive(true);
    const next = toVisit('/c');
    course.begin(next);
    expect(visit.controller.signal.aborted).toBe(false);
    course.arrive(next, true);
    expect(visit.controller.signal.aborted).toBe(true);
    expect(next.controller.signal.aborted).toBe(false);
  });

  it('completes an incomplete page in the same entry', () => {
    beginAndArrive(false);
    expect(course.visit()).toMatchObject({ url: '/a', entry: 'none' });
  });
});
