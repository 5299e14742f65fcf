import { describe, expect, it } from '@jest/globals';
import { earlyClicksName } from '#page-protocol';
import { repeatClicks } from './early-clicks.ts';
import { fresh } from '../../../../test/support/fresh.ts';

class FakeTarget {
  clicks = 0;

  constructor(private readonly button: FakeTarget | null = null) {}

  closest(selector: string): FakeTarget | null {
    return selector === 'button' ? this.button : null;
  }

  click(): void {
    this.clicks += 1;
  }
}

describe('repeatClicks', () => {
  const button = fresh(() => new FakeTarget());

  /** Repeats the clicks on `targets` in a place that has all of them but `elsewhere`. */
  async function repeat(targets: FakeTarget[], elsewhere?: FakeTarget): Promise<void> {
    const place = { contains: (target: unknown) => target !== elsewhere };
    const window = { [earlyClicksName]: { targets } };
    await repeatClicks(window as unknown as Window, place as Node);
  }

  it('clicks a button again as often as it was clicked, and forgets these clicks', async () => {
    const target = new FakeTarget(button);
    const targets = [target, target, new FakeTarget(button)];
    await repeat(targets);
    expect([button.clicks, targets]).toEqual([3, []]);
  });

  it('keeps clicks elsewhere, such as those in a part that still waits', async () => {
    const elsewhere = new FakeTarget(button);
    const targets = [elsewhere];
    await repeat(targets, elsewhere);
    expect([button.clicks, targets]).toEqual([0, [elsewhere]]);
  });

  it('leaves an element alone that is no button', async () => {
    const target = new FakeTarget();
    await repeat([target]);
    expect(target.clicks).toBe(0);
  });

  it('does nothing in a document that records no clicks', async () => {
    await expect(repeatClicks({} as Window, {} as Node)).resolves.toBeUndefined();
  });
});
