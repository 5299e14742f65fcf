import { Injectable } from '@nestjs/common';
import { SecondFactorRuleStore } from '#product/people/second-factor';
import { Clock } from '#shared';
import type { SectionState } from '../menus/index.ts';

/** For so long a rule that every page asks for is not read again. */
const KNOWN_FOR_MS = 5000;

/** Whether everybody needs a second factor. */
@Injectable()
export class SecondFactorRule implements SectionState {
  private known: { readonly sinceMs: number | undefined; readonly atMs: number } | undefined;

  constructor(
    private readonly rule: SecondFactorRuleStore,
    private readonly clock: Clock,
  ) {}

  async describeState(): Promise<string> {
    return (await this.findSinceMs()) === undefined ? 'optional' : 'required';
  }

  /** Since when everybody needs one, some seconds old; undefined where nobody does. */
  async findSinceMs(): Promise<number | undefined> {
    const nowMs = this.clock.nowMs();
    if (!this.known || nowMs - this.known.atMs >= KNOWN_FOR_MS) {
      this.known = { sinceMs: await this.rule.findRequiredSinceMs(), atMs: nowMs };
    }
    return this.known.sinceMs;
  }

  /** False when it was so already. */
  async set(isRequired: boolean): Promise<boolean> {
    this.known = undefined;
    return isRequired ? this.rule.require(this.clock.nowMs()) : this.rule.allowNone();
  }
}
