import { Deferred, Link } from '#client-runtime';
import type { ReactNode } from 'react';

interface LateStationProps {
  readonly station: string;
  readonly train: string;
  readonly late: Promise<string>;
}

export function Page({ station, train, late }: LateStationProps): ReactNode {
  return (
    <>
      <h1>{`late station ${station} ${train}`}</h1>
      <section aria-label="late">
        <Deferred value={late} fallback={<p>late waits</p>}>
          {(words) => <p>{words}</p>}
        </Deferred>
      </section>
      <Link href="?train=2" prefetch="full">
        The next train
      </Link>
    </>
  );
}
