import { beforeEach, describe, expect, it } from '@jest/globals';
import { clientErrorText, earlyClicksName } from '#page-protocol';
import type { OutcomeProps } from '#page-protocol';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createSubmissions } from '../actions/submissions.ts';
import { DeferredOutcomeError } from '../deferred/settled.ts';
import { runtimeTexts } from '../runtime-texts.ts';
import { createViewRegistry } from '../code/view-registry.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ApplicationContext, PlacesContext } from './context.ts';
import type { View } from './context.ts';
import { LeaveDialog } from './leave-dialog.tsx';

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
  return render(boundary.render());
}

function render(children: ReactNode): string {
  return renderToStaticMarkup(
    <ApplicationContext
      value={{ basePath: '', person: '', views, submissions: createSubmissions() }}
    >
      <PlacesContext value={[{ page, stay: 0, address: '/' }]}>{children}</PlacesContext>
    </ApplicationContext>,
  );
}

describe('ErrorBoundary', () => {
  beforeEach(() => {
    Object.assign(runtimeTexts, { failed: undefined });
    Object.assign(globalThis, { [earlyClicksName]: { failed: clientErrorText } });
  });

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

  it('shows the text of the contract after what a layout has assigned', () => {
    Object.assign(runtimeTexts, { failed: 'Hélas.' });
    expect(caught('a secret')).toContain(`>Hélas. ${clientErrorText}</p>`);
  });
});

it('the buttons of dialogs have the texts of the product', () => {
  Object.assign(runtimeTexts, { stay: 'Bleiben', leave: 'Gehen', close: 'Zu' });
  const outcome = { status: 401, view: 'a/missing.page', data: {} };
  const answer = (): void => undefined;
  expect(render(<LeaveDialog question="?" answer={answer} />)).toMatch(/>Bleiben<.*>Gehen</);
  const challenge = { dialog: undefined, title: 'Sign in', outcome, answer };
  expect(render(<ChallengeDialog {...challenge} />)).toContain('>Zu<');
});
