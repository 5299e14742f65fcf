import type { ChannelKind } from '#product/alerting/channels/rules';
import type { ReactNode } from 'react';

/** Plain shapes on a grid of 18 × 18. Logos of the vendors would be trade marks. */
const SHAPES: Readonly<Record<ChannelKind, string>> = {
  // An envelope.
  mail: 'M2 4h14v10H2zM2 4.5l7 5.5 7-5.5',
  // Braces around a dot.
  webhook:
    'M7 2.5c-3 0-1.5 6.5-4.5 6.5 3 0 1.5 6.5 4.5 6.5M11 2.5c3 0 1.5 6.5 4.5 6.5-3 0-1.5 6.5-4.5 6.5M9 9h.01',
  // The # sign.
  slack: 'M7 2.5L5.5 15.5M12.5 2.5L11 15.5M3 6.5h13M2 11.5h13',
  // Two people.
  teams:
    'M6.5 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM2 15c0-3 2-4.5 4.5-4.5S11 12 11 15M12 8.5a2 2 0 100-4M13.5 10.5c1.6.5 2.5 2 2.5 4',
  // A bubble with two dots.
  discord: 'M2 3.5h14v9H8.5L5 15.5v-3H2zM6.5 8h.01M11.5 8h.01',
  // Two bubbles.
  mattermost: 'M2 2.5h10v7H6.5L4 12V9.5H2zM14 6h2v7h-2v2.5L11.5 13H8',
  // A paper plane.
  telegram: 'M2 8.5L16 3l-3.5 12-4-4.5zM16 3l-7.5 7.5V15l2-2.2',
  // A bubble with lines of text.
  'google-chat': 'M2 3.5h14v9H8.5L5 15.5v-3H2zM5.5 6.8h7M5.5 9.4h4.5',
  // A bell.
  ntfy: 'M9 2.5a4 4 0 014 4c0 4 1.5 5 2.5 6h-13c1-1 2.5-2 2.5-6a4 4 0 014-4zM7.5 15a1.6 1.6 0 003 0',
  // A heartbeat on a screen.
  pagerduty: 'M2 4h14v10H2zM4.5 9H7l1.5-3 2 6L12 9h1.5',
};

export function ChannelMark({ kind }: { readonly kind: ChannelKind }): ReactNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 18 18"
      width="18"
      height="18"
      className="mt-0.5 shrink-0 fill-none stroke-ink"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SHAPES[kind]} />
    </svg>
  );
}
