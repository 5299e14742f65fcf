import { Link, usePrefetch, useRouter } from '#client-runtime';
import type { LinkProps } from '#client-runtime';
import { useRef, useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { Live } from '../../tour/views/live.tsx';
import type { LinksProps } from '../links.dto.ts';
import { at } from '../../browser/at.ts';

type Kind = LinkProps['prefetch'];

export function Page({ near, far, kind }: LinksProps): ReactNode {
  const [more, setMore] = useState<readonly string[]>([]);
  return (
    <>
      <h1>links</h1>
      <Live />
      <Control onMore={(href) => setMore([...more, href])} />
      <List of={[...near, ...more]} kind={kind} />
      <svg height={3000} aria-hidden="true" />
      <List of={far} kind={kind} />
    </>
  );
}

function List({ of, kind }: { readonly of: readonly string[]; readonly kind: string }): ReactNode {
  return (
    <ul>
      {of.map((each, index) => (
        <li key={`${index} ${each}`}>
          <Entry of={each} kind={kind} />
        </li>
      ))}
    </ul>
  );
}

/** A link for `/address`, or another element for `kind:/address`. */
function Entry({ of, kind }: { readonly of: string; readonly kind: string }): ReactNode {
  const [, what, address = of] = /^(download|blank|form|none|auto|full):(.*)$/.exec(of) ?? [];
  if (what === 'form') return <Search action={address} />;
  return (
    <Link
      href={at(address)}
      prefetch={(/^(?:none|auto|full)$/.test(what ?? '') ? what : kind || undefined) as Kind}
      download={what === 'download' ? true : undefined}
      target={what === 'blank' ? '_blank' : undefined}
    >
      {of}
    </Link>
  );
}

function Search({ action }: { readonly action: string }): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  usePrefetch(form, action, 'intent');
  return (
    <form ref={form} action={action} method="get">
      <input name="query" aria-label="query" />
    </form>
  );
}

function Control({ onMore }: { readonly onMore: (href: string) => void }): ReactNode {
  const router = useRouter();
  const [address, setAddress] = useState('');
  const [told, setTold] = useState<readonly string[]>([]);
  const prefetch = (event: FormEvent): void => {
    event.preventDefault();
    router.prefetch(at(address), { onInvalid: () => setTold((before) => [...before, address]) });
  };
  return (
    <form aria-label="control" onSubmit={prefetch}>
      <input
        aria-label="address"
        value={address}
        onChange={({ target }) => setAddress(target.value)}
      />
      <button type="submit">Prefetch</button>
      <button type="button" onClick={() => router.push(at(address))}>
        Push
      </button>
      <button type="button" onClick={() => router.invalidate([address])}>
        Invalidate
      </button>
      <button type="button" onClick={() => onMore(address)}>
        More
      </button>
      <p data-testid="told">{told.join()}</p>
    </form>
  );
}
