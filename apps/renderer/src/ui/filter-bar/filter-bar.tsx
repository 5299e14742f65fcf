import { Form, Link } from '#client-runtime';
import { Hydrate } from '#client-runtime/hydrate';
import type { FilterProps, LinkTarget } from '#shared';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy-button.tsx';
import { Button } from '../forms/button.tsx';
import { TextField } from '../forms/text-field.tsx';
import { HiddenFields } from '../hidden-fields.tsx';
import { Menu } from '../menu.tsx';
import { FieldChoice, Values } from './field-choice.waiting.tsx';

interface FilterBarProps extends FilterProps {
  /** The address of the list without a query. */
  readonly action: LinkTarget;
  /** Absent when the list has no field for words. The field's parameter is `query`. */
  readonly search?: {
    readonly placeholder: string;
    readonly query: string;
    readonly fault?: string | undefined;
  };
  /** Parameters that a new filter keeps, in addition to the values that are set. */
  readonly hidden?: Readonly<Record<string, string>>;
  /** Links and menus at the end of the bar, as text. */
  readonly children?: ReactNode;
}

/** More chips would need a third row at 1280 pixels. */
const CHIPS_SHOWN = 6;

/**
 * Narrows a list by its address. Chips show what is set; values act at once, also without scripts.
 * The server composes the props (`toFilterField`), and leaves out a field without values.
 *
 * ```tsx
 * <FilterBar
 *   action="/logs"
 *   search={{ placeholder: 'Words, level:error', query, fault }}
 *   {...filters} // `fields`, `sort`, `clear` and `link` of the page's data
 * >
 *   <Link href="/search/help">Help</Link>
 * </FilterBar>
 * ```
 *
 * The page's pipe has to accept empty parameters, which a form sends, and a repeated one where
 * `isSeveral` is set. A field named `query` adds words to the search: its values are words, never
 * set, and the pipe joins the repeated parameter by a space. Days win over a set value of the field
 * that has them. The page redirects to the address without empty parameters.
 */
export function FilterBar({
  action,
  search,
  fields,
  sort,
  hidden = {},
  clear,
  link,
  children,
}: FilterBarProps): ReactNode {
  const chips = fields.flatMap(({ label, set = [] }) =>
    set.map(({ text, without }) => toChip(`${label.toLowerCase()} is`, text, without)),
  );
  const more = chips.slice(CHIPS_SHOWN);
  return (
    // The key makes new fields for another list. Otherwise they would keep what was typed before.
    <Form
      key={link}
      method="get"
      action={action}
      prefetch="none"
      role="search"
      className="filter-bar"
    >
      {search && (
        <TextField
          name="query"
          type="search"
          label="Search"
          isLabelHidden
          placeholder={search.placeholder}
          defaultValue={search.query}
          errors={search.fault === undefined ? [] : [search.fault]}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {/* Enter in a field presses the form's first button, so this one precedes the values. */}
      <Button>Apply</Button>
      {/* Phones fold the filter behind this checkbox, since not every browser lets CSS open
         `details`. */}
      <label className="fold">
        <input type="checkbox" className="sr-only" autoComplete="off" />
        {chips.length === 0 ? 'Filter' : `Filter (${chips.length})`}
      </label>
      <div className="filter-set">
        {chips.length > 0 && (
          <ul className="filter-chips" aria-label="Set">
            {chips.slice(0, CHIPS_SHOWN)}
            {more.length > 0 && (
              <li>
                <Menu label={`+ ${more.length}`}>
                  <ul>{more}</ul>
                </Menu>
              </li>
            )}
          </ul>
        )}
        {fields.length > 0 && (
          <Menu label="+ Filter">
            {fields.map((field) => (
              <Hydrate key={field.label} when="interaction" of={[field]}>
                <FieldChoice field={field} />
              </Hydrate>
            ))}
          </Menu>
        )}
        <div className="filter-ends">
          {clear !== undefined && (
            <Link href={clear} prefetch="none">
              Clear
            </Link>
          )}
          <CopyButton text={link} label="link" words="Copy link" write={writeAbsolute} />
          {children}
          {sort && (
            <Menu label={sort.label}>
              <Hydrate when="interaction" of={[sort]}>
                <Values field={sort} />
              </Hydrate>
            </Menu>
          )}
        </div>
      </div>
      <HiddenFields fields={hidden} />
    </Form>
  );
}

function toChip(is: string, text: string, without: LinkTarget): ReactNode {
  return (
    <li key={without} className="filter-chip">
      <span title={text}>
        {is} <bdi translate="no">{text}</bdi>
      </span>
      <Link href={without} prefetch="none" aria-label={`Remove ${is} ${text}`}>
        ×
      </Link>
    </li>
  );
}

function writeAbsolute(link: string): Promise<void> {
  return navigator.clipboard.writeText(new URL(link, document.baseURI).href);
}
