import { Link, useLinkStatus, useNavigation, useRouter } from '#client-runtime';
import { memo, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import type { StopProps } from '../tour.dto.ts';
import { useRenderCount } from './render-count.ts';
import { at } from '../../browser/at.ts';

export function Page({ stop, query, loads, same }: StopProps): ReactNode {
  const [count, setCount] = useState(0);
  return (
    <>
      {stop !== 'nameless' && <h1>{`stop ${stop}`}</h1>}
      <p data-testid="query">{query}</p>
      <p data-testid="loads">{`load ${loads}`}</p>
      <Same same={same} />
      <button type="button" onClick={() => setCount(count + 1)}>
        {`page clicked ${count}`}
      </button>
      <input aria-label="note" name="note" />
      <Controlled />
      <input aria-label="secret" type="password" name="secret" />
      <input aria-label="choice" type="checkbox" name="choice" />
      <Go />
      <Thrower />
      <svg height={3000} aria-hidden="true" />
      <p id="below">below</p>
      <p id="größe">Größe</p>
    </>
  );
}

const Same = memo(function Same({ same }: Pick<StopProps, 'same'>): ReactNode {
  const renders = useRenderCount();
  return <p data-testid="same">{`${same.words}, render ${renders}`}</p>;
});

function Controlled(): ReactNode {
  const [value, setValue] = useState('');
  return (
    <>
      <input
        aria-label="controlled"
        name="controlled"
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
      <output data-testid="controlled">{value}</output>
    </>
  );
}

function Go(): ReactNode {
  const [href, setHref] = useState('/tours/a/stops/2');
  const router = useRouter();
  const { address } = useNavigation();
  const go = (event: FormEvent): void => {
    event.preventDefault();
    router.push(at(href));
  };
  return (
    <form aria-label="go" onSubmit={go} data-address={address}>
      <textarea
        aria-label="to"
        rows={1}
        value={href}
        onChange={({ target }) => setHref(target.value)}
      />
      <Link href={at(href)}>
        Follow
        <Pending />
      </Link>
      <Link href={at(href)} replace>
        Replace
      </Link>
      <Link href={at(href)} target="_blank">
        Elsewhere
      </Link>
      <Link href={at(href)} download>
        Download
      </Link>
      <Link href={at(href)} onClick={(event) => event.preventDefault()}>
        Prevented
      </Link>
      <button type="submit">Push</button>
      <button type="button" onClick={() => router.refresh()}>
        Refresh
      </button>
      <button type="button" onClick={() => router.back()}>
        Back
      </button>
      <button type="button" onClick={() => router.forward()}>
        Forward
      </button>
      <button type="button" onClick={() => router.invalidate([href])}>
        Invalidate
      </button>
      <button type="button" onClick={() => router.invalidate()}>
        Drop all
      </button>
    </form>
  );
}

function Pending(): ReactNode {
  return useLinkStatus().isPending && <i data-testid="pending">pending</i>;
}

function Thrower(): ReactNode {
  const [isThrowing, setThrowing] = useState(false);
  if (isThrowing) throw new Error('a view threw in the browser');
  return (
    <button type="button" onClick={() => setThrowing(true)}>
      Throw
    </button>
  );
}
