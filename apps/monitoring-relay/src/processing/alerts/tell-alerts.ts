import type { AlertStore } from '#persistence';
import type { Clock } from '#shared';
import type { DeliverySettings } from '../../delivery/create-deliveries.ts';
import { inSteps } from '../../upkeep/in-steps.ts';
import type { Pause } from '../../timing/pause.ts';
import { composeAlert } from './compose-alert.ts';

/** The path of the console by which mails are unsubscribed from. Its action is in the address: RFC 8058 says what is posted. */
const UNSUBSCRIBE = '/unsubscribe';

/** Has those told who are to be: first all that fired is put into the queues, then each queue that is due is sent. */
export async function tellAlerts(
  alerts: Pick<AlertStore, 'sendNext' | 'spread'>,
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
  const toUnsubscribe = (token: string) =>
    `${publicUrl}${UNSUBSCRIBE}/${token}?_action=unsubscribe`;
  await inSteps(
    () =>
      alerts.sendNext({
        nowMs: clock.nowMs(),
        canMail,
        toUnsubscribe,
        compose: (alert) => composeAlert(alert, publicUrl),
      }),
    { pause, signal },
  );
}
