import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { SecondFactorRuleController } from '../second-factor-rule.controller.ts';
import type { SaveRuleAction } from '../second-factor.dto.ts';

type Props = PropsOf<SecondFactorRuleController['show']>;

export function Page({ isRequired }: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">Second factor</h1>
      <RuleForm key={String(isRequired)} isRequired={isRequired} />
    </>
  );
}

function RuleForm({ isRequired }: Props): ReactNode {
  const { errors } = useSubmission<SaveRuleAction>('save');
  return (
    <SavedForm action="save" className="grid max-w-lg gap-3">
      <label className="flex items-center gap-2 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="required"
          value="on"
          defaultChecked={isRequired}
          aria-invalid={errors.required ? true : undefined}
          className="size-4"
        />
        Everybody who signs in with a password needs a second factor
      </label>
      <p className="text-sm text-quiet">
        Whoever has none sees a notice for a week, which counts down. After it, they can open
        nothing until they have set one up. Programs with tokens are not asked.
      </p>
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}
