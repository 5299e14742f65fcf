import type { ReactNode } from 'react';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { AlertRuleProps } from '../alerts.dto.ts';
import type { RuleErrors } from './rule-errors.ts';

interface EnvironmentsProps {
  readonly fields: AlertRuleProps['fields'];
  readonly errors: RuleErrors;
  readonly known: readonly string[];
}

export function Environments({ fields, errors, known }: EnvironmentsProps): ReactNode {
  const seen = known.length === 0 ? '' : ` So far there were ${known.join(', ')}.`;
  return (
    <>
      <TextField
        name="only"
        label="Only these environments"
        list="known-environments"
        hint={`Commas between them; * matches any text.${seen}`}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={fields.only}
        errors={errors['only']}
      />
      <datalist id="known-environments">
        {known.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
      <TextField
        name="except"
        label="If that is empty: all environments but these"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={fields.except}
        errors={errors['except']}
      />
    </>
  );
}
