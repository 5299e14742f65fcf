import type { Address } from '#shared';
import { Form, Link, useAddress } from '#client-runtime';
import type { ReactNode } from 'react';
import { Disclosure } from './disclosure.tsx';
import { TextField } from './forms/text-field.tsx';
import { findCurrent } from './menu-link.ts';
import type { SectionLink } from './menu-link.ts';

export interface SectionGroup {
  readonly title: string;
  readonly links: readonly SectionLink[];
}

interface SectionListProps {
  readonly label?: string;
  readonly groups: readonly SectionGroup[];
  readonly searchAt: Address;
  readonly children: ReactNode;
}

/**
 * Shows links to all sections beside the current section. Narrow screens fold the links into one
 * line above it.
 */
export function SectionList({
  label = 'Settings',
  groups,
  searchAt,
  children,
}: SectionListProps): ReactNode {
  const address = useAddress();
  const links = groups.flatMap((group) => group.links);
  const current = findCurrent(links, address);
  if (links.length < 2) return <div className="max-w-180">{children}</div>;
  const group = groups.find((each) => current && each.links.includes(current.link));
  const lists = groups
    .filter((each) => each.links.length > 0)
    .map((each) => (
      <div key={each.title} className="pt-4">
        <p className="pb-1 text-xs wrap-anywhere text-faint">{each.title}</p>
        <ul aria-label={each.title}>
          {each.links.map((link) => (
            <li key={link.href}>
              <Link
                href={link.href}
                prefetch="intent"
                aria-current={
                  link === current?.link ? (current.isPage ? 'page' : 'true') : undefined
                }
                className="flex min-h-11 items-center justify-between gap-2 text-quiet no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink sm:not-pointer-coarse:min-h-8"
              >
                <span className="min-w-0 wrap-anywhere">{link.name}</span>
                {link.state !== undefined && (
                  <span className="text-xs font-normal whitespace-nowrap text-faint">
                    {link.state}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    ));
  const search = (
    <Form method="get" action={searchAt} role="search" prefetch="none" className="pt-4">
      <TextField
        name="q"
        type="search"
        label="Find a setting"
        isLabelHidden
        placeholder="Find a setting"
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
    </Form>
  );
  return (
    <>
      {/* The key makes React replace this element at each address, which closes the list after a
         choice. */}
      <nav key={address} aria-label={label} className="border-b border-rule sm:hidden print:hidden">
        <Disclosure
          summary={
            <>
              <span className="font-semibold">{group?.title ?? label}</span>
              {current && <span className="text-quiet">{` · ${current.link.name}`}</span>}
            </>
          }
        >
          {search}
          {lists}
        </Disclosure>
      </nav>
      <div className="sm:grid sm:grid-cols-[10rem_minmax(0,45rem)] sm:gap-x-8 wide:grid-cols-[12.5rem_minmax(0,45rem)_minmax(0,16rem)] print:block">
        <nav aria-label={label} className="hidden pb-4 sm:block print:hidden">
          {search}
          {lists}
        </nav>
        <div className="min-w-0">{children}</div>
        {current && <Help link={current.link} />}
      </div>
    </>
  );
}

function Help({
  link: { name, state, help, document },
}: {
  readonly link: SectionLink;
}): ReactNode {
  if (help === undefined) return null;
  return (
    <aside
      aria-label={`About ${name}`}
      className="grid content-start gap-2 border-t border-rule py-4 text-sm text-quiet sm:col-start-2 wide:col-start-3 wide:border-t-0 wide:pt-5 print:hidden"
    >
      <p>{help}</p>
      {state !== undefined && <p className="text-xs text-faint">{`Now: ${state}`}</p>}
      {document !== undefined && (
        <p>
          <Link href={document} prefetch="intent">{`Read about ${name}`}</Link>
        </p>
      )}
    </aside>
  );
}
