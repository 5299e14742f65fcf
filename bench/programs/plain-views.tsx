import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createDeferredData, createViewRegistry, PageTree } from '#client-runtime';
import { createSubmissions, toShownPage } from '#client-runtime/server';
import type { View } from '#client-runtime';
import type { DocumentPayload } from '#shared';

interface TableProps {
  readonly rows: readonly { readonly id: number; readonly name: string; readonly count: number }[];
}

export function Table({ rows }: TableProps): ReactNode {
  return (
    <main>
      <h1>Rooms</h1>
      <table>
        <tbody>
          {rows.map(({ id, name, count }) => (
            <tr key={id}>
              <td>{id}</td>
              <td>{name}</td>
              <td>{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

const own = createViewRegistry<View>(
  undefined,
  new Map<string, View>([['plain/table.page', Table]]),
);

export const loadingViews: readonly string[] = [];

/** Renders as the renderer's own `entry-server.tsx` does, with one view. */
export function render(payload: DocumentPayload): string {
  return renderToString(toTree(payload, own));
}

export function toTree({ basePath, page }: DocumentPayload, views: typeof own): ReactNode {
  const application = { basePath, person: '', views, submissions: createSubmissions() };
  const shown = toShownPage(page, createDeferredData(page.segments));
  const places = [{ page: shown, stay: 0, address: page.url }] as const;
  return <PageTree application={application} places={places} />;
}
