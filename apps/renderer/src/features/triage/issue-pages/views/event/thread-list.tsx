import type { EventThread } from '#shared';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { StackTrace } from './stack-trace.tsx';

export function Threads({
  threads,
}: {
  readonly threads: readonly EventThread[] | undefined;
}): ReactNode {
  if (!threads) return null;
  return (
    <FoldSection id="threads" count={threads.length} title="Threads" note={String(threads.length)}>
      {threads.map((thread, index) => (
        // Ids may be missing or repeat, so they cannot be keys.
        <Thread key={index} thread={thread} id={`thread-${index + 1}`} />
      ))}
    </FoldSection>
  );
}

function Thread({ thread, id }: { readonly thread: EventThread; readonly id: string }): ReactNode {
  const { frames } = thread;
  const line = (
    <>
      <bdi translate="no" className="wrap-anywhere">
        {nameOf(thread)}
      </bdi>{' '}
      <span className="text-faint wrap-anywhere">{describe(thread)}</span>
    </>
  );
  if (frames.length === 0) return <p className="py-1 pl-4 text-sm">{line}</p>;
  return (
    <Disclosure className="text-sm" summary={line}>
      <div className="pb-2 pl-4">
        <StackTrace frames={frames} failingId={id} />
      </div>
    </Disclosure>
  );
}

function nameOf({ id, name }: EventThread): string {
  return name ?? (id === undefined ? 'A thread without a name' : `Thread ${id}`);
}

function describe({ isCrashed, isCurrent, isMain, state, frames }: EventThread): string {
  const parts = [
    isCrashed && 'crashed',
    isCurrent && 'current',
    isMain && 'main',
    state,
    frames.length === 0 ? 'no stack was sent' : formatQuantity(frames.length, 'frame'),
  ];
  return parts.filter(Boolean).join(', ');
}
