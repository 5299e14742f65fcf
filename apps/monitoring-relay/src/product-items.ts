import { checkInItems } from '#product/alerting/crons/relay';
import { spanItems } from '#product/performance/segments/relay';
import { attachmentItems } from '#product/recording/attachments/relay';
import { feedbackItems } from '#product/recording/feedback/relay';
import { logItems } from '#product/recording/logs/relay';
import { discardItems } from '#product/recording/outcomes/relay';
import { sessionItems } from '#product/recording/release-health/relay';

/** Kinds of items besides events. Intake keeps what is declared here, and processing reads it. */
export const declaredItems = [
  attachmentItems,
  feedbackItems,
  checkInItems,
  sessionItems,
  logItems,
  spanItems,
  discardItems,
];
