import type { Address, PropsOf } from '#shared';
import { to } from '#shared';
import { Form, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { formatExactCount, formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { IgnoreController } from '../ignore.controller.ts';
import type { IgnoreAction, OfferedPattern } from '../ignore.dto.ts';

type Props = PropsOf<IgnoreController['show']>;

export function Page(props: Props): ReactNode {
  const { issueId, shortId, title, project, filters, tried, switches, offered } = props;
  return (
    <>
      <p className="page-crumb">
        <Link href={to('/issues/:id', { id: issueId })}>{shortId}</Link>
      </p>
      <h1 className="pb-1 text-xl">Ignore such events</h1>
      <p className="max-w-prose wrap-anywhere text-quiet">{title}</p>
      <p className="max-w-prose py-3 text-sm">
        {`Errata counts events that match a filter of ${project}, but does not store them. Stored events stay. `}
        <Link href={filters}>{`All filters of ${project}`}</Link>
      </p>
      <Problems />
      {tried === 0 && (
        <p className="pb-4 text-quiet">
          No event of this issue is stored, so there is nothing to try a filter on.
        </p>
      )}
      {switches.map((each) => (
        <Section key={each.name} id={each.name} title={each.title}>
          <Switch of={each} tried={tried} filters={filters} />
        </Section>
      ))}
      {tried > 0 && (
        <Section id="pattern" title="By what it says">
          <Pattern key={offered?.pattern} {...{ issueId, offered, tried, filters }} />
        </Section>
      )}
    </>
  );
}

function Problems(): ReactNode {
  const errors = [
    useSubmission<IgnoreAction>('ignore'),
    useSubmission<IgnoreAction>('stop-ignoring'),
  ].flatMap((submission) => Object.values(submission.errors).flat());
  return <FieldErrors id="ignore-errors" errors={errors} />;
}

interface TriedProps {
  readonly tried: number;
  readonly filters: Address;
}

function Switch({
  of: { name, text, isOn, matched },
  tried,
  filters,
}: TriedProps & { readonly of: Props['switches'][number] }): ReactNode {
  return (
    <div className="grid max-w-prose gap-2">
      <p className="text-sm text-quiet">{text}</p>
      <Result {...{ isOn, matched, tried, filters }} />
      {!isOn && (
        <NotedForm action="ignore">
          <input type="hidden" name="filter" value={name} />
          <Button isPrimary>Turn this filter on</Button>
        </NotedForm>
      )}
    </div>
  );
}

function Pattern({
  issueId,
  offered,
  tried,
  filters,
}: TriedProps & {
  readonly issueId: number;
  readonly offered: OfferedPattern | undefined;
}): ReactNode {
  return (
    <div className="grid max-w-prose gap-3">
      <Form
        method="get"
        action={to('/issues/:id/ignore', { id: issueId })}
        className="flex items-start gap-2"
      >
        <div className="min-w-0 flex-1">
          <TextField
            name="pattern"
            label="Pattern of messages"
            hint="* matches any characters, ? matches one. The pattern must match the whole “Type: value”, the whole value, or a whole message."
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={offered?.pattern ?? ''}
            errors={offered?.problem === undefined ? undefined : [offered.problem]}
          />
        </div>
        <div className="pt-6">
          <Button>Try</Button>
        </div>
      </Form>
      {offered && offered.problem === undefined && (
        <Result isOn={offered.isOn} matched={offered.matched} tried={tried} filters={filters} />
      )}
      {offered && offered.problem === undefined && !offered.isOn && (
        <NotedForm action="ignore">
          <input type="hidden" name="filter" value="messages" />
          <input type="hidden" name="pattern" value={offered.pattern} />
          <Button isPrimary>Add this pattern to the filters</Button>
        </NotedForm>
      )}
    </div>
  );
}

function Result({
  isOn,
  matched,
  tried,
  filters,
}: TriedProps & Pick<Props['switches'][number], 'isOn' | 'matched'>): ReactNode {
  const all =
    tried === 1
      ? 'the one event of this issue that is stored'
      : `the latest ${formatQuantity(tried, 'event')} of this issue that are stored`;
  const said = `The filter would have dropped ${formatExactCount(matched)} of ${all}.`;
  return isOn ? (
    <p>
      {`${said} The filter is already on in this project. `}
      <Link href={filters}>Change that</Link>
    </p>
  ) : (
    <p>{said}</p>
  );
}
