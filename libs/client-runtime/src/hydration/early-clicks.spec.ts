import { beforeEach, describe, expect, it } from '@jest/globals';
import { earlyClicksName } from '#shared';
import { repeatEarlyClicks } from './early-clicks.ts';

/** What was clicked, and the button around it. */
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

describe('repeatEarlyClicks', () => {
  let stops: number;
  let button: FakeTarget;

  beforeEach(() => {
    stops = 0;
    button = new FakeTarget();
  });

  function repeat(...targets: FakeTarget[]): void {
    const clicks = { targets, stop: () => (stops += 1) };
    repeatEarlyClicks({ [earlyClicksName]: clicks } as unknown as Window);
  }

  it('clicks the button again that was clicked', () => {
    repeat(new FakeTarget(button));
    expect(button.clicks).toBe(1);
  });

  it('clicks it as often as it was clicked', () => {
    const target = new FakeTarget(button);
    repeat(target, target, new FakeTarget(button));
    expect(button.clicks).toBe(3);
  });

  it('leaves alone what is not there any longer', () => {
    const target = new FakeTarget(button);
    target.isConnected = false;
    repeat(target);
    expect(button.clicks).toBe(0);
  });

  it('leaves alone what is no button', () => {
    const target = new FakeTarget();
    repeat(target);
    expect(target.clicks).toBe(0);
  });

  it('stops the noting before it clicks', () => {
    const stopsAtClick: number[] = [];
    button.click = () => stopsAtClick.push(stops);
    repeat(new FakeTarget(button));
    expect(stopsAtClick).toEqual([1]);
  });

  it('does nothing in a document that notes no clicks', () => {
    expect(() => repeatEarlyClicks({} as Window)).not.toThrow();
  });
});
