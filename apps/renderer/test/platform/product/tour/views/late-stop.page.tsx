import { Deferred, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { LateStopProps } from '../tour.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ stop, loads, late }: LateStopProps): ReactNode {
  return (
    <>
      <h1>{`late stop ${stop}`}</h1>
      <p data-testid="loads">{`load ${loads}`}</p>
      <section aria-label="late">
        <Deferred value={late} fallback={<p>late waits</p>}>
          {({ words }) => (
            <>
              <p>{words}</p>
              {stop === 'tall' && <svg height={4000} aria-hidden="true" />}
            </>
          )}
        </Deferred>
      </section>
      <Link href={at('/tours/a/stops/1')}>To the first</Link>
      <Link href={at('/tours/a/late/2')}>To the second</Link>
    </>
  );
}
