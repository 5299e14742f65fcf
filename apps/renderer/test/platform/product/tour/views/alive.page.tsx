import { Link, useRouter } from '#client-runtime';
import { use, useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { at } from '../../browser/at.ts';

declare global {
  interface Window {
    alive?: string[];
  }
}

export function Page({
  stop,
  loads,
}: {
  readonly stop: string;
  readonly loads: number;
}): ReactNode {
  const [count, setCount] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [wait, setWait] = useState<Promise<void>>();
  if (wait) use(wait);
  useEffect(() => {
    window.alive = [...(window.alive ?? []), stop];
    return () => {
      window.alive = window.alive?.filter((each) => each !== stop) ?? [];
    };
  }, [stop]);
  return (
    <>
      <h1>{`alive ${stop}`}</h1>
      <p data-testid="loads">{`load ${loads}`}</p>
      <button type="button" onClick={() => setCount(count + 1)}>
        {`pressed ${count}`}
      </button>
      <p data-testid="id">{id}</p>
      <label htmlFor={id}>remark</label>
      <input id={id} />
      <button type="button" onClick={() => dialog.current?.showModal()}>
        Open
      </button>
      <button
        type="button"
        onClick={() => {
          let end = (): void => undefined;
          const promise = new Promise<void>((resolve) => (end = resolve));
          window.addEventListener('keydown', () => end(), { once: true });
          setWait(promise);
        }}
      >
        Wait for a key
      </button>
      <InvalidateButtons />
      <dialog ref={dialog} aria-label="menu">
        <Link href={at('/tours/a/alive/9')}>Leave by the dialog</Link>
      </dialog>
      {['1', '2', '3', '4', '5'].map((each) => (
        <Link key={each} href={at(`/tours/a/alive/${each}`)}>{`To ${each}`}</Link>
      ))}
      <Link href={at(`/tours/a/alive/${stop}?again`)}>Again</Link>
      <a href="#end">To the end</a>
      <svg height={3000} aria-hidden="true" />
      <p id="end">the end</p>
    </>
  );
}

function InvalidateButtons(): ReactNode {
  const router = useRouter();
  return (
    <>
      <button type="button" onClick={() => router.invalidate()}>
        Drop all
      </button>
    </>
  );
}
