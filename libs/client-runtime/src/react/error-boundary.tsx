import { applicationErrorText } from '#shared';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { DeferredOutcomeError } from '../deferred/settled.ts';
import { OutcomeInPlace } from './outcome-in-place.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly failure?: { readonly error: unknown };
}

/** What nothing else caught: the outcome of a datum as its view, anything else as the exact text of the contract. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failure: { error } };
  }

  override state: ErrorBoundaryState = {};

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    if (failure.error instanceof DeferredOutcomeError) {
      return <OutcomeInPlace outcome={failure.error.outcome} />;
    }
    return <p role="alert">{applicationErrorText()}</p>;
  }
}
