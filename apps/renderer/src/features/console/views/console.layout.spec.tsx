import { expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Page as NotFound } from '../../../rendering/views/not-found.page.tsx';
import { Layout } from './console.layout.tsx';

const outcome = { status: 404, title: 'Not found', detail: 'Not found.' };

test('the layout is quiet while reports are current', () => {
  const html = renderToStaticMarkup(
    <Layout reports={{ state: 'current', oldestMs: 900 }}>page</Layout>,
  );
  expect(html).not.toContain('role="status"');
});

test('it says how far reports are behind, and when nobody can tell', () => {
  const behind = renderToStaticMarkup(
    <Layout reports={{ state: 'behind', oldestMs: 125_000 }}>page</Layout>,
  );
  expect(behind).toContain('Reports are 2 minutes behind.');
  const unreachable = renderToStaticMarkup(
    <Layout reports={{ state: 'unreachable', oldestMs: 0 }}>page</Layout>,
  );
  expect(unreachable).toContain('The relay does not answer.');
});

test('an outcome has one main landmark, within the layout and alone', () => {
  const within = renderToStaticMarkup(
    <Layout reports={{ state: 'current', oldestMs: 0 }}>
      <NotFound {...outcome} />
    </Layout>,
  );
  expect(within.match(/<main/g)).toHaveLength(1);
  expect(renderToStaticMarkup(<NotFound {...outcome} />).match(/<main/g)).toHaveLength(1);
});
