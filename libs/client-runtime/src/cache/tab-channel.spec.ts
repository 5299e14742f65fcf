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

  it('tells the other tabs which tags were invalidated', () => {
    one.tell(['issues', 'people']);
    expect(other.told).toEqual([['issues', 'people']]);
  });

  it('tells the other tabs that everything was invalidated', () => {
    one.tell();
    expect(other.told).toEqual([undefined]);
  });

  it('does not receive its own messages', () => {
    one.tell(['issues']);
    expect(one.told).toEqual([]);
  });

  it('receives nothing from another application', () => {
    openTab('another').tell(['issues']);
    expect(other.told).toEqual([]);
  });

  it('receives nothing while it is closed', () => {
    other.close();
    one.tell(['issues']);
    expect(other.told).toEqual([]);
  });

  it('receives each message once after it has been opened again', () => {
    other.close();
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
});
