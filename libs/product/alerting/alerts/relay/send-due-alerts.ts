import type { AlertStore, RuleTest } from '../index.ts';
import type { Clock, DeliverySettings } from '#shared';
import { describeError, inSteps, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import { toUnsubscribeAddress } from '#product/alerting/channels/relay';
import { composeAlert, composeRuleTest } from './compose-alert.ts';

const logger = new Logger('Alerts');

/**
 * First puts due firings into the queues of their destinations, then sends the due queues, then the
 * requested tests.
 */
export async function sendDueAlerts(
  alerts: Pick<AlertStore, 'sendNext' | 'sendTest' | 'spread'>,
  {
    settings: { publicUrl, smtpUrl },
    clock,
    pause,
    signal,
  }: {
    settings: Pick<DeliverySettings, 'publicUrl' | 'smtpUrl'>;
    clock: Clock;
    pause: Pause;
    signal: AbortSignal;
  },
): Promise<void> {
  const canMail = smtpUrl !== undefined;
  await inSteps(() => alerts.spread({ nowMs: clock.nowMs(), canMail }), { pause, signal });
  if (signal.aborted) return;
  const toUnsubscribe = (token: string) => toUnsubscribeAddress(publicUrl, token);
  await inSteps(
    () =>
      alerts.sendNext({
        nowMs: clock.nowMs(),
        canMail,
        toUnsubscribe,
        compose: (alert) => composeAlert(alert, publicUrl),
        onFault: (destination, error) =>
          logger.error(
            `An alert for ${destination} cannot be composed, and is not sent. ${describeError(error)}`,
          ),
      }),
    { pause, signal },
  );
  if (signal.aborted) return;
  const composeTest = (test: RuleTest) => composeRuleTest(test, publicUrl);
  await inSteps(() => alerts.sendTest({ nowMs: clock.nowMs(), canMail, composeTest }), {
    pause,
    signal,
  });
}
