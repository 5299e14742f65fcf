import { Link, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { AlertsController } from '../alerts.controller.ts';
import type { FiringRow, PreviewRuleAction, TestRuleAction } from '../alerts.dto.ts';
import { Preview } from './preview.tsx';
import { RuleForm } from './rule-form.tsx';
import { describeSilence } from './silence-words.ts';

type Props = PropsOf<AlertsController['show']>;

export function Page(props: Props): ReactNode {
  const { id, sentence, fields, firings, silence, nowMs } = props;
  const { result } = useSubmission<PreviewRuleAction>('preview');
  const zone = useZone();
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">{id === undefined ? 'New rule' : fields.name}</h1>
      {sentence !== undefined && <p className="max-w-prose pb-4 wrap-anywhere">{sentence}</p>}
      {silence && (
        <Section id="now" title="Now">
          <ul className="grid max-w-prose gap-1 text-sm">
            {describeSilence(silence, nowMs, zone).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Section>
      )}
      <RuleForm
        key={JSON.stringify(result?.fields ?? fields)}
        {...props}
        fields={result?.fields ?? fields}
      />
      {result && <Preview result={result} />}
      {id !== undefined && (
        <>
          <Section id="fired" title="When it fired" note="the last 20 times within 14 days">
            {silence && (
              <p className="max-w-prose pb-2 text-sm text-quiet">
                {`It fired ${formatQuantity(silence.fired, 'time')} in the last 14 days.`}
              </p>
            )}
            <Fired firings={firings} />
          </Section>
          <Section id="test" title="Test">
            <TestRule />
          </Section>
          <Section id="remove" title="Remove the rule">
            <Confirm
              label="Remove"
              question="Remove this rule, with the list of when it fired? Its incidents at PagerDuty stay open."
            >
              <NotedForm action="remove">
                <Button>Remove it</Button>
              </NotedForm>
            </Confirm>
          </Section>
        </>
      )}
    </NowProvider>
  );
}

function TestRule(): ReactNode {
  const { errors } = useSubmission<TestRuleAction>('test');
  return (
    <NotedForm action="test" className="grid justify-items-start gap-2">
      <p className="max-w-prose text-sm text-quiet">
        A test goes to the channels of the saved rule, with the newest issue that matches. If the
        rule also sends mail to members, only you get the test mail.
      </p>
      <FieldErrors id="test-errors" errors={Object.values(errors).flat()} />
      <Button>Send a test</Button>
    </NotedForm>
  );
}

function Fired({ firings }: Pick<Props, 'firings'>): ReactNode {
  if (firings.length === 0) return <p className="text-quiet">Not yet.</p>;
  return (
    <ul className="text-sm">
      {firings.map((firing) => (
        <Firing
          key={`${firing.atMs} ${firing.issue?.href ?? ''} ${firing.reason}`}
          firing={firing}
        />
      ))}
    </ul>
  );
}

function Firing({ firing }: { readonly firing: FiringRow }): ReactNode {
  const { atMs, reason, issue, release, toldMs, pausedUntilMs } = firing;
  return (
    <li className="flex flex-wrap gap-x-4 border-t border-rule py-1.5 first:border-t-0">
      <span className="w-24 shrink-0 text-quiet">
        <RelativeTime atMs={atMs} />
      </span>
      <span className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <FiringSubject issue={issue} release={release} />
        <span className="text-quiet">{` · ${reason}`}</span>
        {toldMs !== undefined && (
          <span className="text-faint">
            {' · goes out at '}
            <Moment atMs={toldMs} />
          </span>
        )}
        {pausedUntilMs !== undefined && (
          <span className="text-faint">
            {' · pauses until '}
            <Moment atMs={pausedUntilMs} />
          </span>
        )}
      </span>
    </li>
  );
}

function FiringSubject({ issue, release }: Pick<FiringRow, 'issue' | 'release'>): ReactNode {
  if (issue) {
    return (
      <Link href={issue.href}>
        {issue.shortId} {issue.title}
      </Link>
    );
  }
  if (!release) return 'The whole project';
  const { version, href } = release;
  return href === undefined ? version : <Link href={href}>{version}</Link>;
}
