import type { DiscardReason } from '#shared';
import type { EndingWords } from './outcome-words.ts';

const TEXTS: Readonly<Record<DiscardReason, string>> = {
  before_send: 'beforeSend of the application dropped it',
  backpressure: 'the application was too busy',
  buffer_overflow: 'too much was to be sent at once',
  cache_overflow: 'too much was kept while it was offline',
  callback_error: 'a callback of the application failed',
  event_processor: 'an event processor of the application dropped it',
  ignored: 'the application has it ignored',
  insufficient_data: 'too little was known',
  internal_sdk_error: 'the SDK failed',
  invalid: 'it was no valid report',
  network_error: 'the network, or the relay, did not answer',
  no_parent_span: 'it belonged to no trace',
  queue_overflow: 'too much waited to be sent',
  ratelimit_backoff: 'a rate limit, or a kind that nothing shows',
  sample_rate: 'the sample rate of the application',
  send_error: 'the relay refused it',
  filtered: 'a filter of a server',
  other: 'for another reason',
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
    title: 'Lost before it was sent',
    detail: TEXTS[reason],
    isBad: UNWANTED.has(reason),
  };
}
