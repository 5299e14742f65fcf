import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { SecondFactorRuleStore } from '#product/people/second-factor';
import { Clock } from '#shared';
import type { SectionState } from '../menus/index.ts';

/** The rule is reused for this long, because every page needs it. */
const KNOWN_FOR_MS = 5000;

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

  /**
   * Returns the Unix time in ms since when second factors are required. Returns undefined when they
   * are optional. The answer may be 5 seconds old.
   */
  async findSinceMs(): Promise<number | undefined> {
    const nowMs = this.clock.nowMs();
    if (!this.known || Math.abs(nowMs - this.known.atMs) >= KNOWN_FOR_MS) {
      this.known = { sinceMs: await this.rule.findRequiredSinceMs(), atMs: nowMs };
    }
    return this.known.sinceMs;
  }

  /** Does nothing when the rule is already set this way. */
  async set(isRequired: boolean, tell: JoinedWrite): Promise<void> {
    this.known = undefined;
    await (isRequired ? this.rule.require(this.clock.nowMs(), tell) : this.rule.allowNone(tell));
  }
}
