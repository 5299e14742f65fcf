import type { ReactNode } from 'react';

export type Fact = readonly [name: string, value: ReactNode];

export function Facts({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  return (
    <dl className="grid grid-cols-[fit-content(40%)_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 text-sm">
      {facts.map(([name, value], index) => (
        // The index is the key, because names may repeat (headers do) and rows never move.
        <div key={index} className="contents">
          <dt className="min-w-0 wrap-anywhere text-faint">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
