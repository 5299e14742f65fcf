import { describe, expect, it } from '@jest/globals';
import { clientErrorText } from '#page-protocol';
import type { OutcomeProps } from '#page-protocol';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createSubmissions } from '../actions/submissions.ts';
import { DeferredOutcomeError } from '../deferred/settled.ts';
import { createViewRegistry } from '../code/view-registry.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ApplicationContext, PlacesContext } from './context.ts';
import type { View } from './context.ts';

function Missing({ detail, inPlace }: OutcomeProps): ReactNode {
  return <p>{`${detail} ${inPlace ? 'in place' : 'alone'}`}</p>;
}

const page = { url: '/', status: 200, segments: [] };
const views = createViewRegistry<View>(undefined, new Map([['a/missing.page', Missing]]));

/**
 * Returns what the boundary shows for an error. React calls `getDerivedStateFromError` only in a
 * browser.
 */
function caught(error: unknown): string {
  const boundary = new ErrorBoundary({ of: page, children: <b>the tree</b> });
  boundary.state = { ...boundary.state, ...ErrorBoundary.getDerivedStateFromError(error) };
  return renderToStaticMarkup(
    <ApplicationContext value={{ basePath: '', views, submissions: createSubmissions() }}>
      <PlacesContext value={[{ page, stay: 0, address: '/' }]}>{boundary.render()}</PlacesContext>
    </ApplicationContext>,
  );
}

describe('ErrorBoundary', () => {
  it('shows its children as long as nothing was thrown', () => {
    expect(renderToStaticMarkup(<ErrorBoundary>the tree</ErrorBoundary>)).toBe('the tree');
  });

  it('shows the view of the outcome that a datum ended in', () => {
    const error = new DeferredOutcomeError({
      status: 404,
      view: 'a/missing.page',
      data: { status: 404, title: 'Not found', detail: 'Nothing is here.' },
    });
    expect(caught(error)).toBe('<p>Nothing is here. in place</p>');
  });

  it.each([new Error('a secret of the view'), 'a secret', undefined, null])(
    'shows the text of the contract and a way to try again for any other error: %p',
    (error) => {
      expect(caught(error)).toBe(`<p role="alert">${clientErrorText}</p><a href="/">Try again</a>`);
    },
  );
});
