import type { ReactNode } from 'react';
import { Confirm } from '../../../ui/confirm.tsx';
import { Button } from '../../../ui/forms/button.tsx';
import { NotedForm } from '../../../ui/forms/noted-form.tsx';
import { HiddenFields } from '../../../ui/hidden-fields.tsx';

interface FailedActionsProps {
  /** Of `FailedSelectionDto`. */
  readonly fields: Readonly<Record<string, string>>;
  /** Which reports, for who cannot see what the buttons stand beside. */
  readonly what: string;
  /** The question before they are. */
  readonly discards: string;
  /** Not of what has lost its body, nor twice at a time. */
  readonly isRetryable?: boolean;
  readonly children?: ReactNode;
}

/** What can be done with failed reports. */
export function FailedActions({
  fields,
  what,
  discards,
  isRetryable = true,
  children,
}: FailedActionsProps): ReactNode {
  return (
    <div className="flex flex-wrap gap-2">
      {isRetryable && (
        <NotedForm action="try-again">
          <HiddenFields fields={fields} />
          <Button aria-label={`Try again: ${what}`}>Try again</Button>
        </NotedForm>
      )}
      {children}
      <Confirm
        label={
          <>
            Discard<span className="sr-only">{` ${what}`}</span>
          </>
        }
        question={discards}
      >
        <NotedForm action="discard">
          <HiddenFields fields={fields} />
          <Button isPrimary>Discard</Button>
        </NotedForm>
      </Confirm>
    </div>
  );
}
