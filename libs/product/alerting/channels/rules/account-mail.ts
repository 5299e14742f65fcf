import type { AlertDelivery } from './alert-message.ts';

export interface AccountMailFacts {
  readonly id: string;
  readonly address: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly url: string;
  readonly atMs: number;
  readonly untilMs?: number;
}

export function toAccountMail({ address, untilMs, ...facts }: AccountMailFacts): AlertDelivery {
  return {
    destination: { to: 'mail', address },
    message: { ...facts, kind: 'account', level: 'info', issues: [], more: 0 },
    untilMs,
  };
}
