import { Link, runtimeTexts, useNavigation, useRouter } from '#client-runtime';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { TourProps } from '../tour.dto.ts';
import { Live } from './live.tsx';
import { useRenderCount } from './render-count.ts';
import { at } from '../../browser/at.ts';

export function Layout({
  name,
  loads,
  children,
}: TourProps & { readonly children: ReactNode }): ReactNode {
  const renders = useRenderCount();
  const [count, setCount] = useState(0);
  return (
    <>
      <header>
        <p data-testid="tour">{`tour ${name}, load ${loads}, render ${renders}`}</p>
        <button type="button" onClick={() => setCount(count + 1)}>
          {`layout clicked ${count}`}
        </button>
        <input aria-label="layout note" />
        <Waiting />
        <Live />
      </header>
      <main>{children}</main>
    </>
  );
}

function Waiting(): ReactNode {
  const { address, progress } = useNavigation();
  const router = useRouter();
  return (
    <>
      <p data-testid="address">{address}</p>
      <p data-testid="progress">{progress.state}</p>
      {(progress.state === 'slow' || progress.state === 'held') && (
        <p>
          <span data-testid="notice">{runtimeTexts[progress.state]}</span>
          <button type="button" onClick={() => router.reload()}>
            Reload
          </button>
        </p>
      )}
      <Link href={at('/tours/a/stops/home')}>Home</Link>
    </>
  );
}
