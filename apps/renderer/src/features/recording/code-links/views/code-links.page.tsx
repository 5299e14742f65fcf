import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { Section } from '../../../../ui/section.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { CodeLinksController } from '../code-links.controller.ts';

type Props = PropsOf<CodeLinksController['show']>;

export function Page({ text }: Props): ReactNode {
  const { errors, fields } = useSubmission('save');
  return (
    <>
      <h1 className="page-title">Code links</h1>
      <Section id="links" title="Where the code is">
        <div className="grid max-w-prose gap-2 text-sm text-quiet">
          <p>
            Frames of the application lead to their lines in your repository. Each line is a folder,
            an arrow and an address; the first one counts that finds the file of a frame.
          </p>
          <p className="font-mono text-xs wrap-anywhere">
            {'src/ → https://github.com/acme/shop/blob/{commit}/src/{path}#L{line}'}
          </p>
          <p>
            {
              '{path} is what follows the folder. {commit} is the commit that the release is named by, or the newest one that was told of the release; without any, Errata goes on to the next line, which may name a branch. In a folder * stands for a name, ** for any folders, and / at its start for the root.'
            }
          </p>
        </div>
        <SavedForm key={text} action="save" className="mt-4 grid max-w-2xl gap-3">
          <TextArea
            name="links"
            label="Links"
            hint="Enter one link a line."
            spellCheck={false}
            autoCapitalize="none"
            defaultValue={String(fields['links'] ?? text)}
            errors={errors['links']}
          />
          <div>
            <Button isPrimary>Save</Button>
          </div>
        </SavedForm>
      </Section>
    </>
  );
}
