import { Form, Link } from '#client-runtime';
import { useContext, useState } from 'react';
import type { Context, ReactNode } from 'react';
import { at } from '../../browser/at.ts';

interface PanelProps {
  readonly words: string;
  readonly mood: Context<string>;
}

export function Panel({ words, mood }: PanelProps): ReactNode {
  const [count, setCount] = useState(0);
  const [key, setKey] = useState('');
  return (
    <section aria-label="panel">
      <p data-testid="words">{words}</p>
      <p data-testid="mood">{useContext(mood)}</p>
      <button
        type="button"
        onClick={() => setCount(count + 1)}
        onKeyDown={(event) => setKey(event.key)}
      >
        {`panel pressed ${count}${key}`}
      </button>
      <details>
        <summary>More</summary>
        <p>found inside</p>
      </details>
      <label>
        <input type="checkbox" /> agreed
      </label>
      <Link href={at('/tours/a/waiting/3')}>Onwards</Link>
      <Form method="get" action={at('/tours/a/search')}>
        <input aria-label="sought" name="sought" />
        <button>Seek</button>
      </Form>
    </section>
  );
}
