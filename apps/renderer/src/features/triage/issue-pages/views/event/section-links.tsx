import type { Breadcrumb, NormalisedEvent, PartData } from '#shared';
import type { ReactNode } from 'react';
import type { IssuePlace } from '../../issues.dto.ts';

type SectionLink = readonly [id: string, title: string];

interface SectionLinksProps {
  readonly event: NormalisedEvent;
  readonly parts?: readonly PartData[];
}

export function listSections({ event, parts = [] }: SectionLinksProps): readonly SectionLink[] {
  const isIn = (values: object | undefined): boolean =>
    Object.values(values ?? {}).some((value) => value !== undefined);
  const at = (place: IssuePlace): (readonly [true, ...SectionLink])[] =>
    parts.flatMap(({ place: own, section }) =>
      own === place && section ? [[true, section.id, section.title]] : [],
    );
  const instead = hasStack(event) ? [] : at('trace');
  const sections: readonly (readonly [isThere: boolean, ...SectionLink])[] = [
    [Boolean(event.message), 'message', 'Message'],
    ...(instead[0] ? instead : [[isIn(event.exceptions), 'trace', 'Stack trace'] as const]),
    [isIn(event.stack), 'stack', 'Stack trace'],
    ...at('after-trace'),
    [isIn(event.breadcrumbs), 'breadcrumbs', listTitle(event.breadcrumbs)],
    [event.request !== undefined, 'request', 'Request'],
    [isIn(event.contexts), 'contexts', 'Contexts'],
    [isIn(event.extra), 'extra', 'Extra'],
    [event.threads !== undefined, 'threads', 'Threads'],
    [event.modules !== undefined, 'modules', 'Modules'],
    [event.images !== undefined, 'images', 'Debug images'],
    ...at('after-details'),
    ...at('aside-first'),
    [isIn(event.user), 'user', 'User'],
    [isIn(event.tags), 'tags', 'Tags'],
    ...at('aside-tags'),
    [true, 'event', 'Event'],
    [event.sdk !== undefined, 'sdk', 'SDK'],
    ...at('aside'),
    ...at('below'),
  ];
  return sections.flatMap(([isThere, ...section]) => (isThere ? [section] : []));
}

/** Logs and steps of other events stand among the breadcrumbs. */
export function listTitle(breadcrumbs: readonly Breadcrumb[]): string {
  return breadcrumbs.some(({ type }) => type === 'log' || type === 'trace')
    ? 'What happened'
    : 'Breadcrumbs';
}

export function hasStack({ exceptions }: NormalisedEvent): boolean {
  return exceptions.some(({ frames }) => frames.length > 0);
}

/** Wide pages hide these links, because most sections are visible at once. */
export function SectionLinks(props: SectionLinksProps): ReactNode {
  return (
    <nav
      aria-label="On this page"
      className="border-t border-rule max-sm:border-0 wide:hidden print:hidden"
    >
      <ul className="flex gap-x-4 text-sm sm:flex-wrap sm:py-1">
        {listSections(props).map(([id, title]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex items-center py-0.5 text-quiet no-underline hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
