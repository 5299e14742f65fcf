import { Deferred } from '#client-runtime';
import { useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { LateProps } from '../probe.dto.ts';

export function Page({ text, first, second }: LateProps): ReactNode {
  return (
    <>
      <h1>{text}</h1>
      <Clicks />
      <section aria-label="first">
        <Deferred value={first} fallback={<p>first waits</p>}>
          {({ words }) => <p>{words}</p>}
        </Deferred>
      </section>
      <section aria-label="second">
        <Deferred value={second} fallback={<p>second waits</p>}>
          {(words) => <p>{words}</p>}
        </Deferred>
      </section>
    </>
  );
}

function Clicks(): ReactNode {
  const [count, setCount] = useState(0);
  const isLive = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  return (
    <button type="button" data-live={isLive} onClick={() => setCount(count + 1)}>
      {`clicked ${count}`}
    </button>
  );
}
