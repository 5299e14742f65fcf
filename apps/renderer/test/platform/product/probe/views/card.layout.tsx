import { Deferred } from '#client-runtime';
import type { ReactNode } from 'react';

interface CardProps {
  readonly late: Promise<string>;
  readonly children: ReactNode;
}

export function Layout({ late, children }: CardProps): ReactNode {
  return (
    <div>
      <Deferred value={late} fallback={<i>card waits</i>}>
        {(words) => <em>{words}</em>}
      </Deferred>
      {children}
    </div>
  );
}
