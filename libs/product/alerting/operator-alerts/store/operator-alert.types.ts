import type { AlertMessage } from '#product/alerting/channels/rules';
import type {
  ConditionNews,
  SeenCondition,
  StandingCondition,
} from '../rules/operator-conditions.ts';

/** A condition of which people are told now. */
export interface ToldCondition {
  readonly news: ConditionNews;
  readonly seen: SeenCondition;
  /** As it is from now on; as it was, where it is over. */
  readonly standing: StandingCondition;
  readonly nowMs: number;
}

export interface OperatorTelling {
  readonly nowMs: number;
  /** Without SMTP nobody is told by mail. */
  readonly canMail: boolean;
  /** Where a POST unsubscribes the user with that token. */
  readonly toUnsubscribe: (token: string) => string;
  /** Pure: it may be asked twice for one message. */
  readonly compose: (told: ToldCondition) => AlertMessage;
}
