import { useSubmission } from '#client-runtime';
import { reportLimits } from '#shared';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import type { KeyRow } from '../keys.dto.ts';

const FOR_ERRORS = `for Errata’s own pages: only errors, at most ${reportLimits.errorKeyEventBytes / 1024} KiB each`;

/** What applications report with. */
export function Keys({ keys }: { readonly keys: readonly KeyRow[] }): ReactNode {
  const { errors } = useSubmission('add-key');
  return (
    <div className="grid gap-3">
      <ul>
        {keys.map((key) => (
          <KeyLine key={key.publicKey} of={key} />
        ))}
      </ul>
      <NotedForm action="add-key" className="grid gap-1">
        <FieldErrors id="add-key-errors" errors={errors['']} />
        <div>
          <Button>Make another key</Button>
        </div>
      </NotedForm>
      <p className="text-xs text-faint">
        Within two seconds after you disable a key, the relay refuses its reports.
      </p>
    </div>
  );
}

function KeyLine({ of: key }: { readonly of: KeyRow }): ReactNode {
  const { publicKey, dsn, isEnabled, scope } = key;
  const [action, verb] = isEnabled ? ['disable-key', 'Disable'] : ['enable-key', 'Enable'];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0">
      <p className="flex min-w-0 flex-1 basis-72 items-center gap-2">
        <code
          className={`font-mono text-xs wrap-anywhere ${isEnabled ? 'text-quiet' : 'text-faint line-through'}`}
        >
          {dsn}
        </code>
        {isEnabled && <CopyButton text={dsn} label="DSN" />}
      </p>
      {scope === 'errors' && <p className="text-xs text-faint">{FOR_ERRORS}</p>}
      {!isEnabled && <p className="text-xs text-faint">disabled</p>}
      <NotedForm action={action} className="ml-auto">
        <input type="hidden" name="key" value={publicKey} />
        <Button aria-label={`${verb} key ${publicKey}`}>{verb}</Button>
      </NotedForm>
    </li>
  );
}
