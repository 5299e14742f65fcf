import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { HelpProps } from '../help.dto.ts';

export function Page({ title, html, documents }: HelpProps): ReactNode {
  return (
    <div className="pb-10 wide:grid wide:grid-cols-[minmax(0,45rem)_minmax(0,16rem)] wide:gap-x-8">
      <div className="min-w-0">
        <h1 className="page-title">{title}</h1>
        {html !== '' && (
          <div className="prose document" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </div>
      <nav aria-label="Documents" className="py-4 print:hidden">
        {html !== '' && <p className="pb-1 text-xs text-faint">Documents</p>}
        <ul>
          {documents.map((document) => (
            <li key={document.href}>
              <Link
                href={document.href}
                prefetch="intent"
                aria-current={document.title === title ? 'page' : undefined}
                className="flex min-h-11 items-center text-quiet no-underline hover:text-ink aria-[current]:font-semibold aria-[current]:text-ink sm:not-pointer-coarse:min-h-8"
              >
                {document.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
