import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { FiltersController } from '../filters.controller.ts';
import type { SaveFiltersAction } from '../filters.dto.ts';

type Props = PropsOf<FiltersController['show']>;

export function Page({ slug, switches, lists, version }: Props): ReactNode {
  // The state is the key of the form. When filters are saved elsewhere, the key changes, and a new
  // form shows the saved values.
  const state = [
    ...switches.map(({ isOn }) => Number(isOn)),
    ...lists.map(({ entries }) => entries.join('\n')),
  ];
  return (
    <>
      <h1 className="page-title">Filters</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        Filtered events are counted by the name of their filter, and nothing of them is stored. SDKs
        are answered as always. A change counts two seconds later at the latest.{' '}
        <Link href={to('/settings/projects/:slug/data', { slug })}>
          What happened to what was sent
        </Link>
      </p>
      <FiltersForm key={state.join(' ')} switches={switches} lists={lists} version={version} />
    </>
  );
}

function FiltersForm({
  switches,
  lists,
  version,
}: Pick<Props, 'switches' | 'lists' | 'version'>): ReactNode {
  const { errors, fields } = useSubmission<SaveFiltersAction>('save');
  // Without scripts, a refused form comes back with the values that were sent. Browsers do not send
  // unticked boxes, so an absent `filters` means that all switches are off.
  const isBack = fields.messages !== undefined;
  const sent = [fields.filters ?? []].flat();
  return (
    <SavedForm action="save" className="grid max-w-prose gap-6 pb-6">
      <input type="hidden" name="version" value={fields.version ?? version} />
      <fieldset className="border-t border-rule pt-3">
        <legend className="sr-only">Kinds</legend>
        <ul>
          {switches.map((each) => (
            <Switch
              key={each.name}
              of={each}
              isOn={isBack ? sent.includes(each.name) : each.isOn}
            />
          ))}
        </ul>
      </fieldset>
      {lists.map((list) => (
        <div key={list.name} className="border-t border-rule pt-3">
          <TextArea
            name={list.name}
            label={list.title}
            hint={[toNote(list), list.text].filter(Boolean).join(' ')}
            spellCheck={false}
            autoCapitalize="none"
            defaultValue={String(fields[list.name] ?? list.entries.join('\n'))}
            errors={errors[list.name]}
          />
        </div>
      ))}
      <div className="grid justify-items-start gap-2">
        <FieldErrors id="filters-errors" errors={errors['']} />
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}

interface SwitchProps {
  readonly of: Props['switches'][number];
  readonly isOn: boolean;
}

function Switch({ of, isOn }: SwitchProps): ReactNode {
  const { name, title, text } = of;
  return (
    <li className="border-t border-rule py-2 first:border-t-0">
      <label className="flex gap-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="filters[]"
          value={name}
          defaultChecked={isOn}
          className="mt-0.75 size-4 shrink-0 accent-ink"
        />
        <span className="min-w-0 flex-1">
          {title}
          <span className="ml-2 text-xs text-faint">{toNote(of)}</span>
          <span className="block text-xs text-quiet">{text}</span>
        </span>
      </label>
    </li>
  );
}

function toNote({
  filtered,
}: Pick<Props['switches'][number] | Props['lists'][number], 'filtered'>): string | undefined {
  return filtered === 0 ? undefined : `Kept out ${formatExactCount(filtered)} in 30 days.`;
}
