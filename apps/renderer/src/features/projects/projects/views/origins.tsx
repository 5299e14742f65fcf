import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import type { LimitsProps } from '../limits.dto.ts';

/** Whose pages may report with the keys of the project, which everybody can read in them. */
export function Origins({ allowedOrigins = [] }: Pick<LimitsProps, 'allowedOrigins'>): ReactNode {
  const { errors, fields } = useSubmission('allow-origins');
  return (
    <NotedForm action="allow-origins" className="grid max-w-lg gap-3">
      <TextArea
        name="origins"
        label="Only pages of these origins may report"
        hint="Enter one origin a line: https://app.example.com, app.example.com for every scheme and port, *.example.com for subdomains. For apps and extensions enter the whole origin, such as capacitor://localhost. Blank allows every origin. Senders without an origin, such as servers, may always report."
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={String(fields['origins'] ?? allowedOrigins.join('\n'))}
        errors={errors['origins']}
      />
      <div>
        <Button>Save origins</Button>
      </div>
    </NotedForm>
  );
}
