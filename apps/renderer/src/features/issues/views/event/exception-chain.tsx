import type { ExceptionValue } from '#shared';
import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';
import { LeftOutNote } from './left-out.tsx';
import { StackTrace } from './stack-trace.tsx';

/** Where the failing call of an exception stands on the page; 0 is the one that surfaced. */
export function toFailingFrameId(index: number): string {
  return index === 0 ? 'failing-frame' : `failing-frame-${index + 1}`;
}

/** The head cuts a message after three lines of a phone. */
const SHOWN_IN_FULL = 110;

type Said = Pick<ExceptionValue, 'type' | 'value'>;

/** What surfaced first, then what caused it. */
export function ExceptionChain({
  exceptions,
  said,
}: {
  readonly exceptions: readonly ExceptionValue[];
  /** What the page's head says. */
  readonly said: Said;
}): ReactNode {
  if (exceptions.length === 0) return null;
  return (
    <Section
      id="trace"
      title="Stack trace"
      note={exceptions.length > 1 ? `${exceptions.length} exceptions` : undefined}
    >
      {exceptions.toReversed().map((exception, index) => (
        <Exception key={index} exception={exception} index={index} said={said} />
      ))}
      <LeftOutNote of={['exceptions', 'frames', 'details']} />
    </Section>
  );
}

function Exception({
  exception,
  index,
  said,
}: {
  readonly exception: ExceptionValue;
  readonly index: number;
  readonly said: Said;
}): ReactNode {
  const { type, value, frames } = exception;
  const note = describeMechanism(exception);
  return (
    <article className={index === 0 ? '' : 'mt-6'}>
      {type !== '' && (
        <h3 className="text-base wrap-anywhere">
          {index > 0 && <span className="font-normal text-faint">caused by </span>}
          {type}
          {note !== '' && <span className="ml-2 text-xs font-normal text-faint">{note}</span>}
        </h3>
      )}
      {!isSaid(exception, said) && (
        <p className="wrap-anywhere whitespace-pre-wrap text-quiet">
          <bdi>{value}</bdi>
        </p>
      )}
      <div className="mt-2">
        {frames.length > 0 ? (
          <StackTrace frames={frames} failingId={toFailingFrameId(index)} />
        ) : (
          <p className="text-sm text-faint">No stack trace was sent.</p>
        )}
      </div>
    </article>
  );
}

/**
 * Whether the page's head shows this text already, and in full. A message sent with its stack comes as
 * an exception without a type.
 */
function isSaid({ type, value }: ExceptionValue, said: Said): boolean {
  return (
    (type === said.type || type === '') && value === said.value && value.length <= SHOWN_IN_FULL
  );
}

function describeMechanism({ mechanism, module }: ExceptionValue): string {
  const parts = [module && `module ${module}`];
  if (mechanism) {
    if (mechanism.handled !== undefined) parts.push(mechanism.handled ? 'handled' : 'unhandled');
    if (mechanism.type !== 'generic') parts.push(mechanism.type);
  }
  return parts.filter(Boolean).join(' · ');
}
