import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { HiddenFields } from '../../../../ui/hidden-fields.tsx';
import type { EventListController } from '../event-list.controller.ts';

type Props = PropsOf<EventListController['show']>;

const MOST_OFFERED = 60;

export function EventSearch({
  issue,
  query,
  fault,
  askedTags,
}: Pick<Props, 'issue' | 'query' | 'fault' | 'askedTags'>): ReactNode {
  return (
    <Form
      // A new `query` makes a new form. Otherwise the field would keep what the person typed.
      key={query}
      method="get"
      action={to('/issues/:id/events', { id: issue.id })}
      role="search"
      className="search-form"
    >
      <TextField
        name="query"
        type="search"
        label="Search the events"
        isLabelHidden
        placeholder="release:1.4.2 environment:production"
        defaultValue={query}
        errors={fault === undefined ? [] : [fault]}
        autoComplete="off"
        spellCheck={false}
      />
      {askedTags && <HiddenFields fields={{ tag: toFields(askedTags) }} />}
      <Button>Show</Button>
      <Link href={to('/search/help')} prefetch="none" className="button no-underline">
        Help
      </Link>
    </Form>
  );
}

export function TagChoice({
  issue,
  query,
  offered,
  columns,
}: Pick<Props, 'issue' | 'query' | 'offered' | 'columns'>): ReactNode {
  if (offered.length === 0) return null;
  return (
    <Disclosure summary="Columns of tags" className="text-sm text-quiet print:hidden">
      <Form
        key={columns.tags.join()}
        method="get"
        action={to('/issues/:id/events', { id: issue.id })}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 pb-3 pl-4"
      >
        {/* The empty `tag` means "no tag columns" instead of "let Errata choose". */}
        <HiddenFields fields={{ ...(query === '' ? {} : { query }), tag: '' }} />
        {offered.slice(0, MOST_OFFERED).map((key) => (
          <label key={key} className="inline-flex items-center gap-1.5 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name="tag"
              value={key}
              defaultChecked={columns.tags.includes(key)}
            />
            <span className="wrap-anywhere">{key}</span>
          </label>
        ))}
        <Button>Show</Button>
      </Form>
    </Disclosure>
  );
}

function toFields(tags: readonly string[]): readonly string[] {
  return tags.length === 0 ? [''] : tags;
}
