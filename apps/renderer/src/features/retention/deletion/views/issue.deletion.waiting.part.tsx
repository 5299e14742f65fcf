import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import type { DeletionPartProps } from '../deletion.dto.ts';

export function Part({ id, shortId, events, hasMerged }: DeletionPartProps): ReactNode {
  const merged = hasMerged ? ', the issues merged into it' : '';
  return (
    <div className="border-t border-rule py-2 print:hidden">
      <Confirm
        label="Delete this issue"
        question={`Delete ${shortId} with ${formatQuantity(events, 'event')}${merged}, its history and comments? You cannot undo this.`}
        className="py-1 text-xs text-faint hover:text-ink pointer-coarse:min-h-11"
      >
        {/* The form posts to the list, since this page disappears with the issue. */}
        <NotedForm action="delete" at="/issues" saysErrors>
          <input type="hidden" name="issue" value={id} />
          <Button isPrimary>Delete</Button>
        </NotedForm>
      </Confirm>
    </div>
  );
}
