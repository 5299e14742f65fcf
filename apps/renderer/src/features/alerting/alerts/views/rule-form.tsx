import { to } from '#shared';
import { Link, useFormAction, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Section } from '../../../../ui/section.tsx';
import type { AlertRuleProps, PreviewRuleAction, SaveRuleAction } from '../alerts.dto.ts';
import { Check } from './check.tsx';

const CHANGES = [
  ['new', 'A new issue. An issue from browsers counts once it has 2 users or 3 events.'],
  ['regressed', 'A resolved issue comes back.'],
  [
    'unmuted',
    'An event ends the mute of an issue. A mute with a time limit ends with the first event after that time.',
  ],
  ['feedback', 'A user sends feedback about an event.'],
] as const;
const OF = [
  ['issue', 'one issue'],
  ['project', 'the project'],
] as const;
const ARE = [
  ['except', 'All but these'],
  ['only', 'Only these'],
] as const;

type Errors = Readonly<Record<string, readonly string[] | undefined>>;
type Fields = AlertRuleProps['fields'];

/** All of a rule; the button beside *Save* shows what it looks at. */
export function RuleForm(props: AlertRuleProps): ReactNode {
  const ofSave = useSubmission<SaveRuleAction>('save');
  const ofPreview = useSubmission<PreviewRuleAction>('preview');
  const errors: Errors = { ...ofPreview.errors, ...ofSave.errors };
  const sent = { ...ofPreview.fields, ...ofSave.fields };
  // What is not chosen is not sent.
  const none = { on: [], to: [], channels: [] };
  const fields = 'name' in sent ? ({ ...props.fields, ...none, ...sent } as Fields) : props.fields;
  return (
    <NotedForm action="save" className="grid gap-x-6">
      {fields.version !== undefined && (
        <input type="hidden" name="version" value={fields.version} />
      )}
      <div className="grid max-w-lg gap-3 pb-6">
        <TextField
          name="name"
          label="Name"
          required
          defaultValue={fields.name}
          errors={errors['name']}
        />
      </div>
      <Section id="when" title="When">
        <When fields={fields} errors={errors} />
      </Section>
      <Section id="of" title="Of what">
        <OfWhat fields={fields} errors={errors} />
      </Section>
      <Section id="to" title="To whom">
        <ToWhom {...props} fields={fields} errors={errors} />
      </Section>
      <FieldErrors id="rule-errors" errors={errors[''] ?? []} />
      <div className="flex flex-wrap gap-2 border-t border-rule pt-4 pb-6">
        <Button isPrimary>Save</Button>
        <Button formAction={useFormAction('preview')}>Show matching issues</Button>
      </div>
    </NotedForm>
  );
}

interface PartProps {
  readonly fields: Fields;
  readonly errors: Errors;
}

function When({ fields, errors }: PartProps): ReactNode {
  return (
    <div className="grid gap-3">
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">Changes of issues</legend>
        {CHANGES.map(([value, label]) => (
          <Check
            key={value}
            name="on[]"
            value={value}
            label={label}
            isOn={fields.on?.includes(value) ?? false}
          />
        ))}
        <FieldErrors id="on-errors" errors={errors['on'] ?? []} />
      </fieldset>
      <div className="grid max-w-lg grid-cols-[1fr_1fr_1.5fr] items-start gap-3">
        <TextField
          name="events"
          label="Or events"
          inputMode="numeric"
          defaultValue={fields.events}
          errors={errors['events']}
        />
        <TextField
          name="eventMinutes"
          label="in minutes"
          inputMode="numeric"
          defaultValue={fields.eventMinutes}
          errors={errors['eventMinutes']}
        />
        <SelectField name="eventsOf" label="of" options={OF} defaultValue={fields.eventsOf} />
        <TextField
          name="users"
          label="Or users"
          inputMode="numeric"
          defaultValue={fields.users}
          errors={errors['users']}
        />
        <TextField
          name="userMinutes"
          label="in minutes"
          inputMode="numeric"
          defaultValue={fields.userMinutes}
          errors={errors['userMinutes']}
        />
        <SelectField name="usersOf" label="of" options={OF} defaultValue={fields.usersOf} />
      </div>
    </div>
  );
}

function OfWhat({ fields, errors }: PartProps): ReactNode {
  return (
    <div className="grid max-w-lg gap-3">
      <TextField
        name="condition"
        label="Only what this search finds"
        hint="Write terms as in the search of issues: level:fatal, release:>=2.0, !customer:test. Leave it empty for all."
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={fields.condition}
        errors={errors['condition']}
      />
      <SelectField name="are" label="Environments" options={ARE} defaultValue={fields.are} />
      <TextArea
        name="environments"
        label="Patterns of environments"
        isLabelHidden
        hint="Enter one pattern a line; * matches any text. No pattern matches an event without an environment."
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={fields.environments}
        errors={errors['environments']}
      />
    </div>
  );
}

function ToWhom({
  slug,
  channels,
  isMailSet,
  fields,
  errors,
}: AlertRuleProps & PartProps): ReactNode {
  return (
    <fieldset className="grid gap-1.5">
      <legend className="sr-only">To whom it goes</legend>
      <Check
        name="to[]"
        value="members"
        label={`Members of the project, by mail${isMailSet ? '' : ' (mail is off: SMTP_URL is not set)'}`}
        isOn={fields.to?.includes('members') ?? false}
      />
      {channels.map(({ id, name }) => (
        <Check
          key={id}
          name="channels[]"
          value={String(id)}
          label={name}
          isOn={fields.channels?.includes(String(id)) ?? false}
        />
      ))}
      <FieldErrors id="channels-errors" errors={errors['channels'] ?? []} />
      <p className="text-xs text-faint">
        Slack, Teams, webhooks and others are set up under{' '}
        <Link href={to('/settings/projects/:slug/channels', { slug })}>Channels</Link>.
      </p>
    </fieldset>
  );
}
