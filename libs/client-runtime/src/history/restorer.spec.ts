import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeFormDocument } from '../testing/fake-form.ts';
import type { FakeControl } from '../testing/fake-form.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import type { Snapshot } from './element-state.ts';
import { createRestorer } from './restorer.ts';
import { createSnapshotTaker } from './snapshot.ts';
import type { SnapshotTaker } from './snapshot.ts';

describe('SnapshotTaker before its restorer is loaded', () => {
  const document = fresh(() => new FakeFormDocument());
  let snapshots: SnapshotTaker;
  let asked: number;
  const snapshot: Snapshot = [
    ['[name="title"]', 0, 'typed'],
    ['[id="box"]', 0, { left: 0, top: 20 }],
  ];
  let box: FakeControl;
  let title: FakeControl;

  beforeEach(() => {
    asked = 0;
    snapshots = createSnapshotTaker({ document } as unknown as Window, () => {
      asked += 1;
    });
    box = document.add({ localName: 'div', id: 'box' });
    title = document.add({ name: 'title' });
  });

  it('asks for the restorer with the first snapshot, and restores that once it is loaded', () => {
    expect(asked).toBe(0);
    snapshots.restore(snapshot);
    expect([asked, title.value, box.scrollTop]).toEqual([1, '', 0]);
    snapshots.start(createRestorer);
    expect([asked, title.value, box.scrollTop]).toEqual([1, 'typed', 20]);
  });

  it('takes a snapshot again that it has not restored yet', () => {
    snapshots.restore(snapshot);
    snapshots.resume();
    expect(snapshots.take()).toEqual([[':root', 0, { left: 0, top: 0 }], ...snapshot]);
  });

  it.each<[string, boolean, () => void, unknown[]]>([
    [
      'fields, but no scroll positions once the visitor has scrolled',
      false,
      () => {
        document.tell('wheel', document.documentElement);
        document.scroll(box, 0, 5);
      },
      ['typed', 5],
    ],
    [
      'nothing that the visitor has changed in a fresh document',
      true,
      () => {
        document.change(title, { value: 'typed on' });
        box.scrollTop = 5;
      },
      ['typed on', 5],
    ],
    ['nothing of a page that was left', false, () => snapshots.settle(), ['', 0]],
  ])('restores %s', (_what, isLoaded, happen, state) => {
    snapshots.restore(snapshot, isLoaded);
    happen();
    snapshots.start(createRestorer);
    expect([title.value, box.scrollTop]).toEqual(state);
  });

  it.each([
    ['once it comes', false, ['shown', 'focused']],
    ['unless the visitor has scrolled before', true, []],
  ])('brings the target of a fragment into view, and focuses it, %s', (_when, isScrolled, acts) => {
    const done: string[] = [];
    snapshots.start(createRestorer);
    snapshots.restore([['[id="late"]', 0, { left: 0, top: 0, isTarget: true }]], true);
    if (isScrolled) document.tell('wheel', document.documentElement);
    const late = document.add({ localName: 'p', id: 'late' });
    Object.assign(late, {
      ownerDocument: { activeElement: late },
      closest: () => null,
      scrollIntoView: () => done.push('shown'),
      focus: () => done.push('focused'),
    });
    snapshots.resume();
    snapshots.resume();
    expect(done).toEqual(acts);
  });
});
