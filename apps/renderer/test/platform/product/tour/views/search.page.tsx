import { Form } from '#client-runtime';
import type { ReactNode } from 'react';
import type { SearchProps } from '../desk.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ query, out }: SearchProps): ReactNode {
  return (
    <>
      <h1>search</h1>
      <p data-testid="query">{query}</p>
      <Form method="get" action={at('/tours/a/search?dropped=1#found')} aria-label="plain">
        <Fields />
        <button>Search</button>
        <button name="sort" value="new">
          Newest
        </button>
        <button formAction="/tours/b/search?dropped=2">Tour B</button>
        <button formMethod="post">Post</button>
        <button formTarget="_blank">Tab</button>
        <button formAction={out}>Out</button>
      </Form>
      <Form method="get" action={at('/tours/a/search')} aria-label="apart" target="_blank">
        <Fields />
        <button>Send</button>
      </Form>
      <Form
        method="get"
        action={at('/tours/a/search')}
        aria-label="prevented"
        onSubmit={(event) => event.preventDefault()}
      >
        <Fields />
        <button>Send</button>
      </Form>
      <Form method="get" action={at('/tours/a/search')} aria-label="tricky">
        <input type="hidden" name="action" value="1" />
        <input type="hidden" name="target" value="2" />
        <input type="hidden" name="method" value="3" />
        <Fields />
        <button>Send</button>
      </Form>
      <Form method="get" action={at('javascript:window.ran=1')} aria-label="scripted">
        <Fields />
        <button>Send</button>
      </Form>
      <Form method="get" action={at('/tours/b/search')} aria-label="ahead" prefetch="full">
        <Fields />
        <button>Send</button>
      </Form>
      <p id="found">found</p>
    </>
  );
}

function Fields(): ReactNode {
  return (
    <>
      <input aria-label="q" name="q" />
      <input aria-label="hold" name="hold" />
      <input aria-label="file" name="file" type="file" />
      <input aria-label="unnamed" />
    </>
  );
}
