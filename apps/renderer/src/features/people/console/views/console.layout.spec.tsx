import { to } from '#shared';
import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Page as NotFound } from '../../../../rendering/views/not-found.page.tsx';
import type { Banner } from '../console.dto.ts';
import { Layout } from './console.layout.tsx';

const outcome = { status: 404, title: 'Not found', detail: 'Not found.' };

test('the console layout shows banners, and announces urgent ones to screen readers', () => {
  const show = (banners: Banner[]): string =>
    renderToStaticMarkup(<Layout banners={banners}>page</Layout>);
  const link = { name: 'Set it up', href: to('/setup') };
  expect(show([{ title: 'Late.', text: 'Wait.', isUrgent: true }])).toMatch(
    /role="status".*Late\..* Wait\./,
  );
  const quiet = show([{ title: 'Tries.', text: 'Read on.', link }]);
  expect(quiet).toMatch(/Tries\..* Read on\..*href="\/setup"/);
  expect(quiet + show([])).not.toContain('role="status"');
});

test('the console layout shows the version of Errata only where it is given one', () => {
  const show = (props: { readonly version?: string }): string =>
    renderToStaticMarkup(<Layout {...props}>page</Layout>);
  expect(show({ version: '1.2.3' })).toContain('Errata 1.2.3.');
  expect(show({})).not.toContain('Errata 1');
});

test('an outcome page has one main landmark, within the console layout and alone', () => {
  const within = renderToStaticMarkup(
    <Layout banners={[]}>
      <NotFound {...outcome} />
    </Layout>,
  );
  expect(within.match(/<main/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<NotFound {...outcome} />).match(/<main/g)).toHaveLength(1);
});
