import { beforeEach, describe, expect, it } from '@jest/globals';
import { earlyClicksName } from '#page-protocol';
import { takeEarlyClicks } from './early-clicks.ts';

class FakeTarget {
  isConnected = true;
  clicks = 0;

  constructor(private readonly button: FakeTarget | null = null) {}

  closest(selector: string): FakeTarget | null {
    return selector === 'button' ? this.button : null;
  }

  click(): void {
    this.clicks += 1;
  }
}

describe('takeEarlyClicks', () => {
  let stops: number;
  let button: FakeTarget;

  beforeEach(() => {
    stops = 0;
    button = new FakeTarget();
  });

  async function repeat(...targets: FakeTarget[]): Promise<void> {
    const clicks = { targets, stop: () => (stops += 1) };
    await takeEarlyClicks({ [earlyClicksName]: clicks } as unknown as Window)();
  }

  it('clicks a button again that was clicked early', async () => {
    await repeat(new FakeTarget(button));
    expect(button.clicks).toBe(1);
  });

  it('clicks a button as often as it was clicked early', async () => {
    const target = new FakeTarget(button);
    await repeat(target, target, new FakeTarget(button));
    expect(button.clicks).toBe(3);
  });

  it('leaves a button alone that is gone', async () => {
    const target = new FakeTarget(button);
    target.isConnected = false;
    await repeat(target);
    expect(button.clicks).toBe(0);
  });

  it('leaves an element alone that is no button', async () => {
    const target = new FakeTarget();
    await repeat(target);
    expect(target.clicks).toBe(0);
  });

  it('stops the recording of clicks at once, and repeats them later', () => {
    const clicks = { targets: [new FakeTarget(button)], stop: () => (stops += 1) };
    takeEarlyClicks({ [earlyClicksName]: clicks } as unknown as Window);
    expect(stops).toBe(1);
    expect(button.clicks).toBe(0);
  });

  it('does nothing in a document that records no clicks', async () => {
    await expect(takeEarlyClicks({} as Window)()).resolves.toBeUndefined();
  });
});
