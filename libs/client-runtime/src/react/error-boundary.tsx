import { Component } from 'react';
import type { ReactNode } from 'react';
import { DeferredOutcomeError } from '../deferred/settled.ts';
import { toFailedText } from '../runtime-texts.ts';
import { OutcomeInPlace } from './outcome-in-place.tsx';
import { RetryLink } from './retry-link.tsx';

interface ErrorBoundaryProps {
  /** Identifies the content. After a change, the boundary renders the children again. */
  readonly of?: unknown;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly of?: unknown;
  readonly failure?: { readonly error: unknown } | undefined;
}

/**
 * Catches errors of views. Shows the outcome's view for a deferred datum, and the text `failed`
 * otherwise.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps(
    { of }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return of === state.of ? null : { of, failure: undefined };
  }

  override state: ErrorBoundaryState = {};

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (failure.error instanceof DeferredOutcomeError) {
      return <OutcomeInPlace outcome={failure.error.outcome} />;
    }
    return (
      <>
        <p role="alert">{toFailedText()}</p>
        <RetryLink />
      </>
    );
  }
}
