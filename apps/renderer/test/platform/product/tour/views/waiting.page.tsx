import { Link, useRouter } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import { createContext, startTransition, useState } from 'react';
import type { ReactNode } from 'react';
import type { WaitingProps } from '../tour.dto.ts';
import { at } from '../../browser/at.ts';
import { Panel } from './waiting.panel.waiting.tsx';

const Mood = createContext('');

export function Page({ stop, when, words, className }: WaitingProps): ReactNode {
  const [count, setCount] = useState(0);
  const [own, setOwn] = useState('');
  const router = useRouter();
  return (
    <>
      <h1>{`waiting ${stop}`}</h1>
      <button type="button" onClick={() => setCount(count + 1)}>{`page pressed ${count}`}</button>
      <button type="button" onClick={() => setOwn(', its own')}>
        Change
      </button>
      <button type="button" onClick={() => router.refresh()}>
        Refresh
      </button>
      <Link href={at('/tours/a/waiting/2')}>To the second</Link>
      <a href="#panel">To the panel</a>
      {when === 'visible' && <svg height={3000} aria-hidden="true" />}
      <Moody>
        <Hydrate when={when} of={[words, own]} className={className}>
          <Panel words={words + own} mood={Mood} />
        </Hydrate>
      </Moody>
    </>
  );
}

function Moody({ children }: { readonly children: ReactNode }): ReactNode {
  const [mood, setMood] = useState('calm');
  return (
    <div id="panel">
      <button type="button" onClick={() => startTransition(() => setMood('merry'))}>
        Cheer up
      </button>
      <Mood value={mood}>{children}</Mood>
    </div>
  );
}
