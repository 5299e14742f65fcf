import { Form, Link, useBlocker, useRouter } from '#client-runtime';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import type { LetterProps } from '../desk.dto.ts';
import { useRenderCount } from './render-count.ts';
import { at } from '../../browser/at.ts';

export function Page({ letter }: LetterProps): ReactNode {
  const renders = useRenderCount();
  const [text, setText] = useState('');
  useBlocker(text !== '');
  useEffect(() => {
    // Specs send this event as if the text had been saved automatically.
    const save = (): void => setText('');
    window.addEventListener('save', save);
    return () => window.removeEventListener('save', save);
  }, []);
  return (
    <>
      <h1>{`letter ${letter}`}</h1>
      <p data-testid="letter">{`render ${renders}`}</p>
      <textarea
        aria-label="text"
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <button type="button" onClick={() => setText('')}>
        Save
      </button>
      <Signature />
      <Go />
      <Form method="get" action={at('/tours/a/search')} aria-label="search">
        <input aria-label="search for" name="q" />
      </Form>
      <svg height={3000} aria-hidden="true" />
      <p id="below">below</p>
    </>
  );
}

function Signature(): ReactNode {
  const [name, setName] = useState('');
  useBlocker(name !== '', `Leave without the signature of ${name}?`);
  return (
    <input aria-label="signature" value={name} onChange={({ target }) => setName(target.value)} />
  );
}

function Go(): ReactNode {
  const [href, setHref] = useState('/tours/a/stops/2');
  const router = useRouter();
  return (
    <form aria-label="go" onSubmit={(event) => event.preventDefault()}>
      <input aria-label="to" value={href} onChange={({ target }) => setHref(target.value)} />
      <Link href={at(href)}>Follow</Link>
      <Link href={at(href)} replace>
        Replace
      </Link>
      <button type="button" onClick={() => router.push(at(href))}>
        Push
      </button>
      <button type="button" onClick={() => router.replace(at(href))}>
        Put
      </button>
      <button type="button" onClick={() => router.refresh()}>
        Refresh
      </button>
      <button type="button" onClick={() => router.invalidate()}>
        Drop all
      </button>
    </form>
  );
}
