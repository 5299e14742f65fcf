import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link, useFormAction, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { useCurrentResult } from '../../../../ui/forms/use-current-result.ts';
import { Section } from '../../../../ui/section.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { GroupingRulesController } from '../grouping-rules.controller.ts';
import type { PreviewGroupingRulesAction } from '../grouping-rules.dto.ts';
import { Preview } from './preview.tsx';
import { RulesHelp } from './rules-help.tsx';

type Props = PropsOf<GroupingRulesController['show']>;

export function Page({ slug, text }: Props): ReactNode {
  const preview = useSubmission<PreviewGroupingRulesAction>('preview');
  const { errors, fields } = preview;
  const result = useCurrentResult(preview.result, text);
  return (
    <>
      <h1 className="page-title">Grouping rules</h1>
      <div className="grid max-w-prose gap-2 pb-4 text-sm text-quiet">
        <p>
          Rules look at each event before it is stored. They decide its grouping, its title, which
          frames are the application’s own, and whether it is stored at all. Saved rules apply
          within two seconds, to new events only. Stored events stay in their issues. If a rule
          changes the grouping, new events begin a new issue beside the old one.
        </p>
        <p>
          Errata reads all rules from top to bottom. If several rules set the same thing, the last
          one wins. A rule overrides the fingerprint that an SDK sent.
        </p>
      </div>
      <Section id="rules" title="Rules">
        <RulesForm
          key={result?.text ?? text}
          text={result?.text ?? String(fields.rules ?? text)}
          errors={errors.rules}
          isTried={result !== undefined}
        />
      </Section>
      {result && <Preview result={result} />}
      <RulesHelp />
      <p className="max-w-prose pb-6 text-sm text-quiet">
        Ignored events are counted, and nothing of them is stored.{' '}
        <Link href={to('/settings/projects/:slug/data', { slug })}>
          What happened to what was sent
        </Link>
      </p>
    </>
  );
}

interface RulesFormProps {
  readonly text: string;
  readonly errors: readonly string[] | undefined;
  readonly isTried: boolean;
}

function RulesForm({ text, errors: ofPreview, isTried }: RulesFormProps): ReactNode {
  const { errors: ofSave, fields } = useSubmission('save');
  const errors = ofSave['rules'] ?? ofPreview;
  return (
    <SavedForm action="save" isUnsaved={isTried} className="grid gap-3">
      {/* `whitespace-pre-line` shows each fault on a line of its own. */}
      <div className="[&_p]:whitespace-pre-line [&_textarea]:min-h-48 [&_textarea]:font-mono">
        <TextArea
          name="rules"
          label="Rules"
          isLabelHidden
          hint="Enter one rule a line: what the rule looks for, ->, and what it does. Lines that begin with # are comments."
          rows={10}
          wrap="off"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          defaultValue={String(fields['rules'] ?? text)}
          errors={errors}
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button isPrimary>Save</Button>
        <Button formAction={useFormAction('preview')}>Preview on the last 500 events</Button>
      </div>
    </SavedForm>
  );
}
