import { formatIn } from '../../../../ui/time/format-time.ts';
import type { DeliveryEnd } from '../channels.dto.ts';

export function describeState({ state, attempts, nextAtMs }: DeliveryEnd, zone: string): string {
  const times = attempts === 1 ? 'once' : `${attempts} times`;
  if (state === 'sent') return attempts > 1 ? `Arrived, tried ${times}.` : 'Arrived.';
  if (state === 'dropped') return 'Dropped: it waited too long.';
  if (state === 'failed') return `Failed, tried ${times}.`;
  if (attempts === 0 || nextAtMs === undefined) return 'Being sent.';
  return `Tried ${times}, again at ${formatIn(zone, nextAtMs)}.`;
}
