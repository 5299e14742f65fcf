import type { DiscardReason } from '#shared';
import type { EndingWords } from './outcome-words.ts';

const TEXTS: Readonly<Record<DiscardReason, string>> = {
  before_send: 'beforeSend',
  backpressure: 'the application was too busy',
  buffer_overflow: 'too much was to be sent at once',
  cache_overflow: 'too much was kept while offline',
  callback_error: 'a callback of the application failed',
  event_processor: 'event processor',
  ignored: 'ignored by the application',
  insufficient_data: 'too little was known',
  internal_sdk_error: 'the SDK failed',
  invalid: 'not a valid report',
  network_error: 'the network or the relay did not answer',
  no_parent_span: 'part of no trace',
  queue_overflow: 'too much waited to be sent',
  ratelimit_backoff: 'a rate limit, or a kind that is not kept',
  sample_rate: 'sample rate',
  send_error: 'refused by the relay',
  filtered: 'a filter of a server',
  other: 'another reason',
};

/** Reasons for which items are lost although the application did not ask for that. */
const UNWANTED: ReadonlySet<DiscardReason> = new Set([
  'buffer_overflow',
  'cache_overflow',
  'internal_sdk_error',
  'network_error',
  'queue_overflow',
  'send_error',
]);

export function describeLoss(reason: DiscardReason): EndingWords {
  return {
    title: 'Dropped by the SDK',
    detail: TEXTS[reason],
    isBad: UNWANTED.has(reason),
  };
}
