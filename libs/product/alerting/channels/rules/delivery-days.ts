/** Numbers of ended deliveries: arrived at once, arrived after another try, failed or dropped. */
interface DeliveryCounts {
  readonly sent: number;
  readonly sentAgain: number;
  readonly failed: number;
}

/** Counts of a UTC day. */
export interface DeliveryDay extends DeliveryCounts {
  readonly startsAtMs: number;
}

/** Says `31 sent, 2 tried again, 1 failed` of some days, or `nothing sent`. */
export function describeDeliveries(days: readonly DeliveryCounts[]): string {
  const counts = (['sent', 'sentAgain', 'failed'] as const).flatMap((of) => {
    const sum = days.reduce((all, day) => all + day[of], 0);
    return sum === 0 ? [] : `${sum} ${of === 'sentAgain' ? 'tried again' : of}`;
  });
  return counts.join(', ') || 'nothing sent';
}

/** Sums the days up: `14 days: 31 sent, 1 failed, last on 2026-11-27`. */
export function describeDays(days: readonly DeliveryDay[]): string {
  const last = days.findLast(({ failed }) => failed > 0);
  const when = last ? `, last on ${toDay(last)}` : '';
  return `${days.length} days: ${describeDeliveries(days)}${when}`;
}

export function toDay({ startsAtMs }: DeliveryDay): string {
  return new Date(startsAtMs).toISOString().slice(0, 10);
}
