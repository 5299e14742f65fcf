import type {
  AlertMessage,
  ConditionNews,
  OperatorConditionName,
  SeenCondition,
  StandingCondition,
} from '#shared';
import type { ChangedBy } from '#product/projects/projects';

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

/** What those who run Errata are told by itself: by the channels of the instance, and owners by mail. */
export abstract class OperatorAlertStore {
  /**
   * Judges the conditions that one relay has looked at, and puts what people are told into the outbox in the transaction that
   * notes it. Conditions of relays that have not looked for an hour are over. To be called by one relay at a time.
   */
  abstract judge(seen: readonly SeenCondition[], telling: OperatorTelling): Promise<void>;

  /** What lasts, the oldest first. */
  abstract listStanding(): Promise<StandingCondition[]>;

  abstract listSilenced(): Promise<ReadonlySet<OperatorConditionName>>;

  /** Who silences a condition hears nothing of its end either. The audit log has it. */
  abstract silence(name: OperatorConditionName, isSilent: boolean, by: ChangedBy): Promise<void>;
}
