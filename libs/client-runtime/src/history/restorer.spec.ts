import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeFormDocument } from '../testing/fake-form.ts';
import type { FakeControl } from '../testing/fake-form.ts';
import type { Snapshot } from './element-state.ts';
import { createRestorer } from './restorer.ts';
import { createSnapshotTaker } from './snapshot.ts';
import type { SnapshotTaker } from './snapshot.ts';

describe('SnapshotTaker before its restorer is loaded', () => {
  let document: FakeFormDocument;
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
    document = new FakeFormDocument();
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

  it('restores fields, but no scroll positions once the visitor has scrolled', () => {
    snapshots.restore(snapshot);
    document.tell('wheel', document.documentElement);
    document.scroll(box, 0, 5);
    snapshots.start(createRestorer);
    expect([title.value, box.scrollTop]).toEqual(['typed', 5]);
  });

  it('leaves fields and scroll positions alone that the visitor changed in a fresh document', () => {
    snapshots.restore(snapshot, true);
    document.change(title, { value: 'typed on' });
    box.scrollTop = 5;
    snapshots.start(createRestorer);
    expect([title.value, box.scrollTop]).toEqual(['typed on', 5]);
  });

  it('restores nothing of a page that was left', () => {
    snapshots.restore(snapshot);
    snapshots.settle();
    snapshots.start(createRestorer);
    expect([title.value, box.scrollTop]).toEqual(['', 0]);
  });
});
