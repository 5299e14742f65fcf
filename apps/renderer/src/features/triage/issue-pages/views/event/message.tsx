import type { NormalisedEvent, StackFrame } from '#shared';
import type { ReactNode } from 'react';
import { Facts } from '../../../../../ui/facts.tsx';
import { Section } from '../../../../../ui/section.tsx';
import { ThreeLines } from '../../../../../ui/three-lines.tsx';
import { MESSAGE_CALL_ID } from './failing-ids.ts';
import { StackText } from './raw-links.tsx';
import { StackTrace } from './stack-trace.tsx';

export function Message({
  event: { message, template },
}: {
  readonly event: NormalisedEvent;
}): ReactNode {
  if (message === undefined || message === '') return null;
  const facts = [
    ...(template && template.message !== message
      ? ([
          [
            'Template',
            <bdi translate="no" key="template">
              {template.message}
            </bdi>,
          ],
        ] as const)
      : []),
    ...(template?.params ?? []).map(
      (param, index) =>
        [
          `Parameter ${index + 1}`,
          <bdi translate="no" key={index}>
            {param}
          </bdi>,
        ] as const,
    ),
  ];
  return (
    <Section id="message" title="Message">
      <ThreeLines text={message} className="" />
      {facts.length > 0 && (
        <div className="mt-2">
          <Facts facts={facts} />
        </div>
      )}
    </Section>
  );
}

export function MessageStack({
  stack,
}: {
  readonly stack: readonly StackFrame[] | undefined;
}): ReactNode {
  if (!stack || stack.length === 0) return null;
  return (
    <Section id="stack" title="Stack trace" note={<StackText />}>
      <StackTrace frames={stack} failingId={MESSAGE_CALL_ID} />
    </Section>
  );
}
