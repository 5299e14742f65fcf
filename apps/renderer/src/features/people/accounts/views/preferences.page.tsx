import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { PreferencesController } from '../preferences/preferences.controller.ts';
import type { SavePreferencesAction } from '../preferences.dto.ts';

type Props = PropsOf<PreferencesController['show']>;

const THEMES = [
  ['system', 'As the system says'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

export function Page(props: Props): ReactNode {
  const { theme, zone, dates, areKeysOn } = props;
  return (
    <>
      <h1 className="page-title">Preferences</h1>
      <PreferencesForm key={`${theme} ${zone} ${dates} ${areKeysOn}`} {...props} />
    </>
  );
}

function PreferencesForm({
  theme,
  zone,
  dates,
  areKeysOn,
  browserZone,
  zones,
  examples,
}: Props): ReactNode {
  const { errors, fields } = useSubmission<SavePreferencesAction>('save');
  const isBack = fields.theme !== undefined;
  const ofBrowser = browserZone === undefined ? '' : ` (${browserZone})`;
  return (
    <SavedForm action="save" className="grid max-w-sm gap-4 pb-6">
      <SelectField
        name="theme"
        label="Theme"
        options={THEMES}
        defaultValue={fields.theme ?? theme}
        errors={errors.theme}
      />
      <SelectField
        name="zone"
        label="Time zone"
        hint="Times show UTC when you point at them."
        options={[
          ['', `That of the browser${ofBrowser}`],
          ...zones.map((name) => [name, name] as const),
        ]}
        defaultValue={fields.zone ?? zone}
        errors={errors.zone}
      />
      <SelectField
        name="dates"
        label="Dates"
        options={examples}
        defaultValue={fields.dates ?? dates}
        errors={errors.dates}
      />
      <div className="grid gap-2 text-sm">
        <label className="flex items-center gap-2 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name="keys"
            value="on"
            defaultChecked={isBack ? fields.keys === 'on' : areKeysOn}
            className="size-4 accent-ink"
          />
          Use single-key shortcuts
        </label>
        <p className="text-xs text-faint">
          <Key>/</Key> moves to the search of a list. On the pages of issues there are more:{' '}
          <Key>?</Key> shows them. They work anywhere on a page, except while you type in a field.
        </p>
      </div>
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}

function Key({ children }: { readonly children: string }): ReactNode {
  return <kbd className="border border-edge bg-raised px-1.5 font-mono text-xs">{children}</kbd>;
}
