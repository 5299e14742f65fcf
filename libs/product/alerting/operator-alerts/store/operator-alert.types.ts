import type { AlertMessage } from '#product/alerting/channels/rules';
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

export interface OperatorAlertSending {
  readonly nowMs: number;
  readonly canMail: boolean;
  readonly toUnsubscribe: (token: string) => string;
  /** Must be pure, because a repeated transaction calls it again for the same message. */
  readonly compose: (told: AlertedCondition) => AlertMessage;
}
