import { useSubmission } from '#client-runtime';
import { reportLimits } from '#shared';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../../ui/copy-button.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { KeyRow } from '../keys.dto.ts';

const FOR_ERRORS = `for Errata’s own pages: only errors, at most ${reportLimits.errorKeyEventBytes / 1024} KiB each`;

export function Keys({ keys }: { readonly keys: readonly KeyRow[] }): ReactNode {
  const { errors } = useSubmission('add-key');
  const { errors: rateErrors } = useSubmission('limit-key');
  return (
    <div className="grid max-w-180 gap-3">
      <p className="text-xs text-faint">
        A DSN is what an SDK needs to report: the address of the relay, with a key that anybody may
        know. Beyond its rate, the relay tells SDKs to wait until the minute is over; blank means
        the relay’s rate for all keys. Within two seconds after you disable a key, its reports are
        refused.
      </p>
      <FieldErrors id="key-rates-errors" errors={rateErrors['']} />
      <ul className="border-t border-rule">
        {keys.map((key) => (
          <KeyLine key={`${key.publicKey} ${key.reportsPerMinute}`} of={key} />
        ))}
      </ul>
      <NotedForm action="add-key" className="grid gap-1">
        <FieldErrors id="add-key-errors" errors={errors['']} />
        <div>
          <Button isPrimary>Make another key</Button>
        </div>
      </NotedForm>
    </div>
  );
}

function KeyLine({ of: key }: { readonly of: KeyRow }): ReactNode {
  const { publicKey, dsn, isEnabled, scope, label } = key;
  const [action, verb] = isEnabled ? ['disable-key', 'Disable'] : ['enable-key', 'Enable'];
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 border-b border-rule py-2">
      <p className="flex min-w-0 basis-full items-center gap-2">
        <code
          translate="no"
          className={`font-mono text-xs wrap-anywhere ${isEnabled ? 'text-quiet' : 'text-faint line-through'}`}
        >
          {dsn}
        </code>
        {isEnabled && <CopyButton text={dsn} label="DSN" />}
      </p>
      <p className="min-w-0 grow basis-56 text-xs text-faint">
        {label !== undefined && `${label}. `}
        {!isEnabled && 'Disabled. '}
        <Use of={key} />
        {scope === 'errors' && `, ${FOR_ERRORS}`}
      </p>
      <KeyRate of={key} />
      <NotedForm action={action}>
        <input type="hidden" name="key" value={publicKey} />
        <Button aria-label={`${verb} key ${publicKey}`}>{verb}</Button>
      </NotedForm>
    </li>
  );
}

function Use({ of: { lastDay, lastUsedMs } }: { readonly of: KeyRow }): ReactNode {
  if (lastUsedMs === undefined) return 'Nothing came by it in 90 days';
  return (
    <>
      {`${formatExactCount(lastDay)} in 24 h, latest `}
      <RelativeTime atMs={lastUsedMs} />
    </>
  );
}

function KeyRate({ of: key }: { readonly of: KeyRow }): ReactNode {
  const { publicKey, reportsPerMinute, scope } = key;
  const { errors, fields } = useSubmission('limit-key');
  // Every key has a form of this kind, so only the form of the submitted key shows the error.
  const isMeant = fields['key'] === publicKey;
  return (
    <NotedForm action="limit-key" className="flex items-center gap-2">
      <input type="hidden" name="key" value={publicKey} />
      <span aria-hidden="true" className="text-xs text-faint">
        Limit per minute
      </span>
      <TextField
        name="rate"
        label={`Limit per minute of key ${publicKey}`}
        isLabelHidden
        inputMode="numeric"
        size={7}
        maxLength={9}
        placeholder={scope === 'errors' ? String(reportLimits.errorKeyPerMinute) : undefined}
        autoComplete="off"
        defaultValue={String((isMeant ? fields['rate'] : undefined) ?? reportsPerMinute ?? '')}
        errors={isMeant ? errors['rate'] : undefined}
      />
      <Button aria-label={`Save rate of key ${publicKey}`}>Save</Button>
    </NotedForm>
  );
}
