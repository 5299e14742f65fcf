import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { AllowHostAction } from '../channels.dto.ts';

export function AllowedHosts({ hosts }: { readonly hosts: readonly string[] }): ReactNode {
  const { errors, fields } = useSubmission<AllowHostAction>('allow-host');
  return (
    <>
      <p className="max-w-prose pb-2 text-sm text-quiet">
        Channels reach only the public network, so that nobody who adds one can look into your own
        network. List here each host of your own that channels may reach, such as your Mattermost.
        With a port, they reach only that port.
      </p>
      <ul>
        {hosts.map((host) => (
          <li
            key={host}
            className="flex flex-wrap items-center gap-4 border-t border-rule py-1.5 first:border-t-0"
          >
            <span className="min-w-0 flex-1 font-mono wrap-anywhere">{host}</span>
            <NotedForm action="forbid-host">
              <input type="hidden" name="host" value={host} />
              <Button aria-label={`Forbid ${host}`}>Forbid</Button>
            </NotedForm>
          </li>
        ))}
      </ul>
      <NotedForm action="allow-host" className="grid max-w-sm gap-3 pt-2">
        <TextField
          name="host"
          label="Host"
          hint="Such as chat.example.org or 10.0.0.5:8065."
          required
          maxLength={260}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={String(fields.host ?? '')}
          errors={errors.host}
        />
        <div>
          <Button>Allow</Button>
        </div>
      </NotedForm>
    </>
  );
}
