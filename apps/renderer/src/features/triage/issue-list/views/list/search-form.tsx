import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../../ui/forms/text-field.tsx';
import { Menu } from '../../../../../ui/menu.tsx';
import type { IssueListProps } from '../../issue-list.dto.ts';

/**
 * Choosing an option with a pointer submits the form (`search/browser`). Choosing one with the
 * keyboard does not, because each step through a `select` is a choice. `autoComplete="off"` keeps
 * browsers from restoring an earlier choice after "back".
 */
export function SearchForm({
  status,
  query,
  fault,
  choices,
  filter: { from = '', to = '' },
  saved,
}: Pick<IssueListProps, 'status' | 'query' | 'fault' | 'choices' | 'filter' | 'saved'>): ReactNode {
  const set = choices.filter(
    ({ name, defaultValue, options }) => name !== 'sort' && defaultValue !== options[0]?.[0],
  ).length;
  const chosen = query === '' ? set : set + 1;
  return (
    <Form
      // When the list's values change, the new key makes a new form with these values. Otherwise
      // the fields would keep what the person chose.
      key={status + query + choices.map((each) => each.defaultValue).join() + from + to}
      method="get"
      action="/issues"
      prefetch="intent"
      role="search"
      className="search-form"
    >
      {/* Phones fold the fields behind this checkbox, since not every browser lets CSS open
         `details`. */}
      <label className="fold">
        <input
          type="checkbox"
          className="sr-only"
          autoComplete="off"
          defaultChecked={fault !== undefined}
        />
        {chosen === 0 ? 'Filter' : `Filter (${chosen})`}
      </label>
      <div className="search-tools">
        <TextField
          name="query"
          type="search"
          label="Search"
          isLabelHidden
          placeholder="Search, or what somebody quotes"
          defaultValue={query}
          errors={fault === undefined ? [] : [fault]}
          autoComplete="off"
          spellCheck={false}
        />
        {choices.map((each) => (
          <SelectField key={each.name} {...each} isLabelHidden autoComplete="off" />
        ))}
        <details open={from !== ''} className="search-days">
          <summary className="button">Days</summary>
          <TextField name="from" type="date" label="From (UTC)" isLabelHidden defaultValue={from} />
          <TextField name="to" type="date" label="To (UTC)" isLabelHidden defaultValue={to} />
        </details>
        <SearchEnds saved={saved} />
      </div>
      <input type="hidden" name="status" value={status} />
    </Form>
  );
}

function SearchEnds({ saved }: Pick<IssueListProps, 'saved'>): ReactNode {
  return (
    <div className="search-ends">
      <Button>Show</Button>
      {saved && (
        <Menu label="Saved">
          {saved.map(({ name, href }) => (
            <Link key={name + href} href={href}>
              {name}
            </Link>
          ))}
        </Menu>
      )}
      <Link href="/search/help" prefetch="none" className="button no-underline">
        Help
      </Link>
    </div>
  );
}
