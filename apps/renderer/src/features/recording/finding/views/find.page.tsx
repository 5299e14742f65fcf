import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { FindPageProps, FoundTarget } from '../find.dto.ts';

export function Page({ nowMs, text, targets }: FindPageProps): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Find by id</h1>
      <FindForm text={text} />
      {text !== undefined && targets.length === 0 && <Nothing text={text} />}
      {text === undefined && <Quotable />}
      <ul>
        {targets.map((target) => (
          <Target key={target.kind + target.href} {...target} />
        ))}
      </ul>
    </NowProvider>
  );
}

function Target({ href, kind, name, detail, atMs }: FoundTarget): ReactNode {
  return (
    <li className="grid gap-x-4 border-t border-rule py-1.5 first:border-t-0 sm:grid-cols-[5rem_minmax(0,1fr)_auto] sm:items-baseline">
      <span className="text-xs text-faint">{kind}</span>
      <div className="min-w-0 wrap-anywhere">
        <Link
          href={href}
          prefetch="intent"
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          {name}
        </Link>
        {detail !== undefined && <p className="text-sm text-quiet">{detail}</p>}
      </div>
      {atMs !== undefined && <RelativeTime atMs={atMs} className="text-xs text-faint" />}
    </li>
  );
}

function Nothing({ text }: { readonly text: string }): ReactNode {
  return (
    <>
      <p className="pb-2">
        Nothing here is called{' '}
        <bdi translate="no" className="font-mono wrap-anywhere">
          {text}
        </bdi>
        .
      </p>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        The event may have arrived less than a minute ago, belong to a project that you may not see,
        or have been removed. Events from older versions of Errata are found only by their event id.
      </p>
      <Quotable />
    </>
  );
}

const QUOTABLE = [
  ['3512899471', 'the digest that a page of an application shows with its error'],
  ['4f1c…', 'the id of an event, or its first 8 digits and more'],
  ['WEB-42', 'the short id of an issue'],
  ['0af7651916cd43dd8448eb211c80319c', 'the id of a trace'],
  ['req-7f3a', 'the id of a request, as the application calls it'],
  ['https://…/issues/12', 'the address of an issue'],
] as const;

function Quotable(): ReactNode {
  return (
    <dl className="grid max-w-prose gap-x-4 gap-y-1 text-sm sm:grid-cols-[fit-content(20rem)_minmax(0,1fr)]">
      {QUOTABLE.map(([example, what]) => (
        <div key={example} className="contents">
          <dt className="font-mono wrap-anywhere text-quiet">{example}</dt>
          <dd className="pb-1 sm:pb-0">{what}</dd>
        </div>
      ))}
    </dl>
  );
}

function FindForm({ text = '' }: { readonly text?: string | undefined }): ReactNode {
  return (
    <Form
      // A new `text` makes a new form. Otherwise the field would keep what was typed.
      key={text}
      method="get"
      action="/find"
      role="search"
      className="flex flex-wrap items-end gap-2 pb-3 print:hidden"
    >
      <TextField
        name="q"
        type="search"
        label="Digest, event, issue, trace, request or address"
        defaultValue={text}
        maxLength={500}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Button>Find</Button>
    </Form>
  );
}
