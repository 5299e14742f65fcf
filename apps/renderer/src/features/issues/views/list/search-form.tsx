import { Form, Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Menu } from '../../../../ui/menu.tsx';
import type { IssueListProps } from '../../issues.dto.ts';

/**
 * What is searched for, and what else is chosen. Nothing is sent by choosing alone: with the keyboard each step through a
 * select chooses. What was chosen is not remembered for back: it leads to another list.
 */
export function SearchForm({
  query,
  fault,
  choices,
  filter: { from = '', to = '' },
  saved,
}: Pick<IssueListProps, 'query' | 'fault' | 'choices' | 'filter' | 'saved'>): ReactNode {
  const chosen = choices.filter(
    ({ name, defaultValue, options }) => name !== 'sort' && defaultValue !== options[0]?.[0],
  ).length;
  return (
    <Form
      // The fields are as the list is, whatever was chosen before.
      key={query + choices.map((each) => each.defaultValue).join() + from + to}
      method="get"
      action="/issues"
      prefetch="intent"
      role="search"
      className="search-form"
    >
      <TextField
        name="query"
        type="search"
        label="Search"
        isLabelHidden
        defaultValue={query}
        errors={fault === undefined ? [] : [fault]}
        autoComplete="off"
        spellCheck={false}
      />
      {/* Phones can fold it; where there is room its content stands in the line of the form. */}
      <details open className="search-filters">
        <summary className="button">{chosen === 0 ? 'Filter' : `Filter (${chosen})`}</summary>
        {choices.map((each) => (
          <SelectField key={each.name} {...each} isLabelHidden autoComplete="off" />
        ))}
        <details open={from !== ''} className="search-days">
          <summary className="button">Days</summary>
          <TextField name="from" type="date" label="From (UTC)" isLabelHidden defaultValue={from} />
          <TextField name="to" type="date" label="To (UTC)" isLabelHidden defaultValue={to} />
        </details>
      </details>
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
    </Form>
  );
}
