import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../forms/button.tsx';
import { NotedForm } from '../forms/noted-form.tsx';
import { TextField } from '../forms/text-field.tsx';
import { Section } from '../section.tsx';

interface DangerProps {
  readonly title: string;
  readonly consequences: string;
  readonly action: string;
  /** Word that the visitor must type. The form sends it as the field `name`. */
  readonly word: string;
  readonly name: string;
}

export function Danger({ title, consequences, action, word, name }: DangerProps): ReactNode {
  const { errors, fields } = useSubmission(action);
  return (
    <Section id="danger" title={title}>
      <div className="grid max-w-lg gap-3 border-l-3 border-bar pl-4">
        <p className="text-sm text-quiet">{consequences}</p>
        <NotedForm action={action} className="grid max-w-sm gap-3">
          <TextField
            name={name}
            label={`Type ${word} to ${title.charAt(0).toLowerCase()}${title.slice(1)}`}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={String(fields[name] ?? '')}
            errors={errors[name]}
          />
          <div>
            <Button>{title}</Button>
          </div>
        </NotedForm>
      </div>
    </Section>
  );
}
