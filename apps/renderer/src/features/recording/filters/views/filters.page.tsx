import { to } from '#shared';
import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { FiltersProps, ListAction, ListRow, SwitchRow } from '../filters.dto.ts';

export function Page({ slug, switches, lists }: FiltersProps): ReactNode {
  return (
    <>
      <h1 className="py-4 text-xl">Filters</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        Filtered events are counted by the name of their filter, and nothing of them is stored. SDKs
        are answered as always. A change counts two seconds later at the latest.{' '}
        <Link href={to('/settings/projects/:slug/data', { slug })}>
          What became of all that was sent
        </Link>
      </p>
      <Section id="kinds" title="Kinds">
        <Switches switches={switches} />
      </Section>
      {lists.map((list) => (
        <Section key={list.name} id={list.name} title={list.title} note={toNote(list)}>
          <List key={`${list.isOn} ${list.entries.join('\n')}`} list={list} />
        </Section>
      ))}
    </>
  );
}

function Switches({ switches }: Pick<FiltersProps, 'switches'>): ReactNode {
  const state = switches.map(({ isOn }) => Number(isOn)).join('');
  return (
    <NotedForm action="switch" className="grid gap-3">
      {/* Others when they were saved elsewhere. */}
      <ul key={state}>
        {switches.map((each) => (
          <Switch key={each.name} of={each} />
        ))}
      </ul>
      <div>
        <Button>Save kinds</Button>
      </div>
    </NotedForm>
  );
}

function Switch({ of }: { readonly of: SwitchRow }): ReactNode {
  const { name, title, text, isOn } = of;
  return (
    <li className="border-t border-rule py-2 first:border-t-0">
      <label className="flex max-w-prose gap-2.5 pointer-coarse:min-h-11">
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

function List({ list }: { readonly list: ListRow }): ReactNode {
  const { name, title, text, entries, isOn } = list;
  const { errors, fields } = useSubmission<ListAction>('list');
  // Every list has this form. An error belongs to the list that was sent.
  const isMeant = fields.list === name;
  return (
    <NotedForm action="list" className="grid max-w-lg gap-3">
      <input type="hidden" name="list" value={name} />
      <TextArea
        name="entries"
        label={title}
        isLabelHidden
        hint={text}
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={String((isMeant ? fields.entries : undefined) ?? entries.join('\n'))}
        errors={isMeant ? errors.entries : undefined}
      />
      <label className="flex items-center gap-2.5 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="on"
          value="yes"
          defaultChecked={isMeant ? fields.on === 'yes' : isOn}
          className="size-4 shrink-0 accent-ink"
        />
        <span>
          On<span className="sr-only">{`: ${title.toLowerCase()}`}</span>
        </span>
      </label>
      <div>
        <Button aria-label={`Save ${title.toLowerCase()}`}>Save</Button>
      </div>
    </NotedForm>
  );
}

function toNote({ filtered }: Pick<SwitchRow, 'filtered'>): string | undefined {
  return filtered === 0 ? undefined : `kept out ${formatExactCount(filtered)} in 30 days`;
}
