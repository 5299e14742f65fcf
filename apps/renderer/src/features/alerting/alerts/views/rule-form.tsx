import { alertLimits, to } from '#shared';
import { Link, useFormAction, useSubmission } from '#client-runtime';
import { pausesMinutes, toPauseText } from '#product/alerting/alerts/rules';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { AlertRuleProps, PreviewRuleAction, SaveRuleAction } from '../alerts.dto.ts';
import { Check } from '../../../../ui/forms/check.tsx';
import { RulePart } from './rule-part.tsx';

type RuleErrors = Readonly<Record<string, readonly string[] | undefined>>;

const CHANGES = [
  ['new', 'an issue is new', 'Browser issues count from 2 users or 3 events.'],
  [
    'regressed',
    'an issue is regressed',
    'It was resolved and came back, or got worse than its mute allows.',
  ],
  ['unmuted', 'an issue is no longer muted', 'The first event after the mute tells.'],
  ['feedback', 'a user sends feedback', 'Feedback without an event is not told.'],
] as const;
const OF = [
  ['issue', 'one issue'],
  ['project', 'the project'],
] as const;
const PAUSES = /* @__PURE__ */ pausesMinutes.map(
  (minutes) => [String(minutes), `every ${toPauseText(minutes)}`] as const,
);

type Fields = AlertRuleProps['fields'];

export function RuleForm(props: AlertRuleProps): ReactNode {
  const ofSave = useSubmission<SaveRuleAction>('save');
  const ofPreview = useSubmission<PreviewRuleAction>('preview');
  const errors: RuleErrors = { ...ofPreview.errors, ...ofSave.errors };
  const sent = { ...ofPreview.fields, ...ofSave.fields };
  // Browsers send nothing for boxes that are not ticked. These empty lists replace the saved
  // choices, so that only the boxes that were sent are ticked.
  const none = { on: [], to: [], over: [], channels: [] };
  const fields = 'name' in sent ? ({ ...props.fields, ...none, ...sent } as Fields) : props.fields;
  return (
    <SavedForm action="save" isUnsaved={ofPreview.result !== undefined} className="grid">
      {fields.version !== undefined && (
        <input type="hidden" name="version" value={fields.version} />
      )}
      <RulePart id="when" word="When">
        <When fields={fields} errors={errors} />
      </RulePart>
      <RulePart id="in" word="in">
        <Environments fields={fields} errors={errors} known={props.environments} />
        <TextField
          name="condition"
          label="Only issues that this search finds, optional"
          hint="Terms as in the search of issues, such as level:fatal or !customer:test. Crash-free sessions are not searched."
          spellCheck={false}
          autoCapitalize="none"
          defaultValue={fields.condition}
          errors={errors['condition']}
        />
      </RulePart>
      <RulePart id="tell" word="tell">
        <Told {...props} fields={fields} errors={errors} />
      </RulePart>
      <RulePart id="pace" word="at most">
        <SelectField
          name="pauseMinutes"
          label="How often about the same issue"
          options={PAUSES}
          hint="What comes meanwhile is told once, at the end of the pause."
          defaultValue={fields.pauseMinutes}
          errors={errors['pauseMinutes']}
        />
      </RulePart>
      <RulePart id="called" word="Name">
        <TextField
          name="name"
          label="Name of the rule, optional"
          hint="Mails and the log call the rule so. Left empty, it is named after what raises it."
          maxLength={alertLimits.nameLength}
          autoComplete="off"
          defaultValue={fields.name}
          errors={errors['name']}
        />
      </RulePart>
      <FieldErrors id="rule-errors" errors={errors[''] ?? []} />
      <div className="flex flex-wrap gap-2 border-t border-rule pt-4 pb-6">
        <Button isPrimary>Save</Button>
        <Button formAction={useFormAction('preview')}>Try it on the last 14 days</Button>
      </div>
    </SavedForm>
  );
}

interface PartProps {
  readonly fields: Fields;
  readonly errors: RuleErrors;
}

function When({ fields, errors }: PartProps): ReactNode {
  return (
    <>
      <div className="grid gap-1.5">
        {CHANGES.map(([value, label, hint]) => (
          <Check
            key={value}
            name="on[]"
            value={value}
            label={
              <>
                {label} <span className="text-xs text-faint">{hint}</span>
              </>
            }
            isOn={fields.on?.includes(value) ?? false}
          />
        ))}
        <FieldErrors id="on-errors" errors={errors['on'] ?? []} />
      </div>
      <Threshold kind="events" fields={fields} errors={errors} />
      <Threshold kind="users" fields={fields} errors={errors} />
      <CrashFree fields={fields} errors={errors} />
    </>
  );
}

const THRESHOLDS = {
  events: { minutes: 'eventMinutes', of: 'eventsOf' },
  users: { minutes: 'userMinutes', of: 'usersOf' },
} as const;

function Threshold({
  kind,
  fields,
  errors,
}: PartProps & { readonly kind: keyof typeof THRESHOLDS }): ReactNode {
  const { minutes, of } = THRESHOLDS[kind];
  return (
    <div className="flex flex-wrap items-baseline gap-2 text-sm text-quiet">
      <span aria-hidden="true">or</span>
      <TextField
        name={kind}
        label={`or ${kind}`}
        isLabelHidden
        inputMode="numeric"
        size={5}
        defaultValue={fields[kind]}
        errors={errors[kind]}
      />
      <span aria-hidden="true">{kind} in</span>
      <TextField
        name={minutes}
        label="in minutes"
        isLabelHidden
        inputMode="numeric"
        size={4}
        defaultValue={fields[minutes]}
        errors={errors[minutes]}
      />
      <span aria-hidden="true">minutes, of</span>
      <SelectField name={of} label="of" isLabelHidden options={OF} defaultValue={fields[of]} />
    </div>
  );
}

const SOUND = [
  ['crashFree', 'crash-free'],
  ['unhandledFree', 'without unhandled errors'],
] as const;

function CrashFree({ fields, errors }: PartProps): ReactNode {
  return (
    <fieldset
      aria-label="Crash-free sessions"
      aria-describedby="crash-free-hint"
      className="grid min-w-0 gap-1"
    >
      <div className="grid grid-cols-3 items-start gap-3 sm:grid-cols-[3fr_1fr_1fr_1fr]">
        <div className="max-sm:col-span-3">
          <SelectField
            name="crashFreeOf"
            label="or sessions"
            options={SOUND}
            defaultValue={fields.crashFreeOf}
          />
        </div>
        <TextField
          name="crashFree"
          label="under %"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={fields.crashFree}
          errors={errors['crashFree']}
        />
        <TextField
          name="crashFreeHours"
          label="in hours"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={fields.crashFreeHours}
          errors={errors['crashFreeHours']}
        />
        <TextField
          name="crashFreeSessions"
          label="of sessions"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={fields.crashFreeSessions}
          errors={errors['crashFreeSessions']}
        />
      </div>
      <p id="crash-free-hint" className="text-xs text-faint">
        The newest release that has so many sessions. A second alert tells when it recovers.
        Sessions without unhandled errors have no crash either.
      </p>
    </fieldset>
  );
}

function Told({
  slug,
  channels,
  isMailSet,
  fields,
  errors,
}: AlertRuleProps & PartProps): ReactNode {
  return (
    <div className="grid gap-1.5">
      {channels.map(({ id, name }) => (
        <Check
          key={id}
          name="channels[]"
          value={String(id)}
          label={name}
          isOn={fields.channels?.includes(String(id)) ?? false}
        />
      ))}
      <Check
        name="to[]"
        value="members"
        label={`the members by mail${isMailSet ? '' : ' (mail is off: SMTP_URL is not set)'}`}
        isOn={fields.to?.includes('members') ?? false}
      />
      <FieldErrors id="channels-errors" errors={errors['channels'] ?? []} />
      <div className="pt-2">
        <Check
          name="over[]"
          value="issues"
          label={
            <>
              also when it is over{' '}
              <span className="text-xs text-faint">
                An issue is resolved, muted, merged or deleted. PagerDuty hears it anyway, and so
                does whoever was told of a monitor, when it runs again.
              </span>
            </>
          }
          isOn={fields.over?.includes('issues') ?? false}
        />
      </div>
      <p className="text-xs text-faint">
        {channels.length === 0
          ? 'Slack, Teams, webhooks and others: add them under '
          : 'More under '}
        <Link href={to('/settings/projects/:slug/channels', { slug })}>Channels</Link>.
      </p>
    </div>
  );
}

interface EnvironmentsProps {
  readonly fields: AlertRuleProps['fields'];
  readonly errors: RuleErrors;
  readonly known: readonly string[];
}

function Environments({ fields, errors, known }: EnvironmentsProps): ReactNode {
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
