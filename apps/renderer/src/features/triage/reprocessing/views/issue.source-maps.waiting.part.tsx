import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { ShellCommand } from '../../../../ui/shell-command.tsx';
import { formatExactCount, formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type { ReprocessingOffer, SourceMapsPartProps } from '../reprocessing.dto.ts';
import { FoldSection } from '../../../recording/issue-page/views/index.ts';

export function Part({ mapping, misses, reprocessing }: SourceMapsPartProps): ReactNode {
  if (reprocessing?.howToUpload !== undefined) {
    return (
      <FoldSection id="source-maps" title="Source maps" note="No source maps yet">
        <p className="max-w-prose">
          {'Upload the source maps of this project, and its code is shown as people wrote it: '}
          <Link href={reprocessing.howToUpload}>how to upload them</Link>
          {'. Events of the last week whose files fit are made readable, too.'}
        </p>
      </FoldSection>
    );
  }
  const { mapped = 0, missed = 0, isOriginal = true } = mapping ?? {};
  return (
    <FoldSection
      id="source-maps"
      title="Source maps"
      note={
        mapping
          ? `${mapped} of ${formatQuantity(mapped + missed, 'frame')} ${mapped === 1 ? 'has its original place' : 'have their original places'}`
          : 'No frame has its original place'
      }
    >
      {mapped > 0 && <CodeSwitch isOriginal={isOriginal} />}
      {misses.length > 0 && (
        <ul className="mt-2 grid gap-4">
          {misses.map((miss) => (
            <li key={`${miss.url} ${miss.sentence}`} className="min-w-0">
              <p className="max-w-prose wrap-anywhere">{miss.sentence}</p>
              {miss.command !== undefined && <ShellCommand command={miss.command} />}
            </li>
          ))}
        </ul>
      )}
      {reprocessing && <Again offer={reprocessing} />}
    </FoldSection>
  );
}

function Again({ offer: { latest, canAsk } }: { readonly offer: ReprocessingOffer }): ReactNode {
  return (
    <div className="mt-3 grid gap-2">
      {latest && <p className="max-w-prose text-sm text-quiet">{sayProgress(latest)}</p>}
      {canAsk && (
        <NotedForm action="process-again" className="flex items-center gap-3 print:hidden">
          <Button>Process again</Button>
          <p className="text-sm text-quiet">
            Looks for the original places of all events of this issue of the last week, and replaces
            wrong ones.
          </p>
        </NotedForm>
      )}
    </div>
  );
}

function sayProgress({
  state,
  looked,
  total,
  mapped,
}: NonNullable<ReprocessingOffer['latest']>): string {
  const most = formatQuantity(Math.max(total, looked), 'event');
  if (state === 'running') {
    return `Processing again: ${formatExactCount(looked)} of ${most} when this page was loaded. Reload it to see more.`;
  }
  if (state === 'undoing') {
    return 'Events that were processed again go back to the issues that had them, and keep their original places.';
  }
  if (state === 'failed')
    return 'The events could not be processed again: the log of the relay says why.';
  if (state === 'undone') return 'The events were processed again, which was undone.';
  return `Processed again: ${formatExactCount(mapped)} of ${most} got more of the original code.`;
}

function CodeSwitch({ isOriginal }: { readonly isOriginal: boolean }): ReactNode {
  return (
    <NotedForm action="show-code" className="flex items-center gap-3">
      <input type="hidden" name="code" value={isOriginal ? 'minified' : 'original'} />
      <Button>{isOriginal ? 'Show minified code' : 'Show original code'}</Button>
      <p className="text-sm text-quiet">
        {isOriginal ? 'This is the original code.' : 'This is the code that ran.'}
      </p>
    </NotedForm>
  );
}
