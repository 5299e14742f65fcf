import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTabChannel } from './tab-channel.ts';
import type { TabChannel } from './tab-channel.ts';

/** Delivers at once, unlike the browser's channel. */
class FakeBroadcastChannel extends EventTarget {
  private static readonly open = new Set<FakeBroadcastChannel>();

  constructor(readonly name: string) {
    super();
    FakeBroadcastChannel.open.add(this);
  }

  onmessage?: (event: Event & { readonly data: unknown }) => void;

  postMessage(data: unknown): void {
    if (!FakeBroadcastChannel.open.has(this)) throw new Error('InvalidStateError');
    for (const other of FakeBroadcastChannel.open) {
      if (other === this || other.name !== this.name) continue;
      const event = Object.assign(new Event('message'), { data });
      other.dispatchEvent(event);
      other.onmessage?.(event);
    }
  }

  close(): void {
    FakeBroadcastChannel.open.delete(this);
  }
}

describe('TabChannel', () => {
  const original = globalThis.BroadcastChannel;
  const opened: TabChannel[] = [];
  let one: TabChannel & { readonly told: unknown[] };
  let other: typeof one;

  beforeEach(() => {
    Object.assign(globalThis, { BroadcastChannel: FakeBroadcastChannel });
    one = openTab();
    other = openTab();
  });

  afterEach(() => {
    for (const tab of opened.splice(0)) tab.close();
    Object.assign(globalThis, { BroadcastChannel: original });
  });

  function openTab(name = 'spec'): typeof one {
    const told: unknown[] = [];
    const tab = createTabChannel(name, (tags) => told.push(tags));
    opened.push(tab);
    return { ...tab, told };
  }

  it.each([[['issues', 'people']], [undefined]])(
    'tells the other tabs of this application alone what was invalidated: %j',
    (tags) => {
      const another = openTab('another');
      one.tell(tags);
      expect([one.told, other.told, another.told]).toEqual([[], [tags], []]);
    },
  );

  it('receives nothing while it is closed, and each message once after it has been opened again', () => {
    other.close();
    one.tell(['issues']);
    expect(other.told).toEqual([]);
    other.open();
    one.tell(['issues']);
    expect(other.told).toEqual([['issues']]);
  });

  it('sends messages after it has been opened again', () => {
    one.close();
    one.open();
    one.tell(['issues']);
    expect(other.told).toEqual([['issues']]);
  });

  it('tells nobody in a browser without the channel, and does not fail', () => {
    Object.assign(globalThis, { BroadcastChannel: undefined });
    const alone = openTab();
    alone.tell(['issues']);
    expect([one.told, other.told, alone.told]).toEqual([[], [], []]);
  });
});
