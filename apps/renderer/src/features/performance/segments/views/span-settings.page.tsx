import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { SpanSettingsController } from '../settings/span-settings.controller.ts';

type Props = PropsOf<SpanSettingsController['show']>;

const STATES = {
  on: 'Spans count: Performance shows which requests are slow. Only their numbers are kept.',
  off: 'Spans do not count.',
  asked: 'The project existed before Errata counted spans, so nobody has decided about them yet.',
};

export function Page({ settings: { taken, leftOut }, room }: Props): ReactNode {
  const list = leftOut.join('\n');
  return (
    <>
      <h1 className="page-title">Spans</h1>
      <p className="max-w-prose text-sm">
        {STATES[taken]}{' '}
        <Link
          href={to('/help/:document', { document: 'performance' })}
          className="inline-flex items-center pointer-coarse:min-h-11"
        >
          What is counted, and for how long
        </Link>
      </p>
      <p className="max-w-prose pb-3 text-sm text-quiet">{room}</p>
      <Settings key={`${taken} ${list}`} taken={taken} list={list} />
    </>
  );
}

function Settings({
  taken,
  list,
}: {
  readonly taken: keyof typeof STATES;
  readonly list: string;
}): ReactNode {
  const { errors, fields } = useSubmission('save');
  return (
    <SavedForm action="save" className="grid max-w-prose gap-3">
      <TextArea
        name="leftOut"
        label="Names that do not count"
        hint="Health checks and assets, one name a line. * matches any characters. A request is also left out by its path: */healthz leaves out GET /healthz."
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        defaultValue={String(fields['leftOut'] ?? list)}
        errors={errors['leftOut']}
      />
      <div className="flex flex-wrap gap-2">
        {taken !== 'asked' && <Button isPrimary>Save</Button>}
        {taken !== 'on' && (
          <Button name="taken" value="on" isPrimary={taken === 'asked'}>
            Count spans
          </Button>
        )}
        {taken !== 'off' && (
          <Button name="taken" value="off">
            No spans
          </Button>
        )}
      </div>
    </SavedForm>
  );
}
