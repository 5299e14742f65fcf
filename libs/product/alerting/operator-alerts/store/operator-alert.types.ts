import type {
  ConditionNews,
  SeenCondition,
  StandingCondition,
} from '../rules/operator-conditions.ts';

export interface AlertedCondition {
  readonly news: ConditionNews;
  readonly seen: SeenCondition;
  /** The condition after this change; for `over`, the condition as it was. */
  readonly standing: StandingCondition;
  readonly nowMs: number;
}
