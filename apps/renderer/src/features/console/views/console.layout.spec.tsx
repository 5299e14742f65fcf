import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Page as NotFound } from '../../../rendering/views/not-found.page.tsx';
import type { ReportsState } from '../console.dto.ts';
import { Layout } from './console.layout.tsx';

const outcome = { status: 404, title: 'Not found', detail: 'Not found.' };

test('the layout is quiet while reports are current', () => {
  expect(renderToStaticMarkup(<Layout reports={{}}>page</Layout>)).not.toContain('role="status"');
});

test('it says how far reports are behind, and else when nobody can tell', () => {
  const silence = 'The relay does not answer.';
  const show = (reports: ReportsState): string =>
    renderToStaticMarkup(<Layout reports={reports}>page</Layout>);
  expect(show({ behindMs: 125_000 })).toMatch(/role="status".*Reports are 2 minutes behind\./);
  expect(show({ silence })).toMatch(/role="status".*The relay does not answer\..* may be missing/);
  expect(show({ silence, silentSinceMs: Date.UTC(2026, 0, 5, 12) })).toContain(
    'Silent since 2026-01-05 12:00:00 UTC.',
  );
  expect(show({ behindMs: 125_000, silence })).toContain('Reports are 2 minutes behind.');
});

test('an outcome has one main landmark, within the layout and alone', () => {
  const within = renderToStaticMarkup(
    <Layout reports={{}}>
      <NotFound {...outcome} />
    </Layout>,
  );
  expect(within.match(/<main/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<NotFound {...outcome} />).match(/<main/g)).toHaveLength(1);
});
