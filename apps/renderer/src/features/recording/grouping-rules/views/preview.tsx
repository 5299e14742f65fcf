import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import type { PreviewedGroupingRules, PreviewedKind, PreviewLine } from '../grouping-rules.dto.ts';

export function Preview({ result }: { readonly result: PreviewedGroupingRules }): ReactNode {
  const { rules, events, kinds } = result;
  return (
    <Section id="preview" title="What these rules would have done">
      <div className="grid gap-4 text-sm">
        <p role="status" className="max-w-prose">
          {`Errata tried ${formatQuantity(rules, 'rule')} on the last ${formatQuantity(events, 'event')}: `}
          {kinds.length === 0 ? 'nothing would change. ' : `${kinds.map(sayKind).join(', ')}. `}
          Nothing is saved yet.
        </p>
        {kinds.map((kind) => (
          <Kind key={kind.kind} of={kind} />
        ))}
      </div>
    </Section>
  );
}

const TITLES: Readonly<Record<PreviewedKind['kind'], string>> = {
  ignored: 'Ignored',
  moved: 'To another issue',
  begun: 'To a new issue',
  renamed: 'New title, same issue',
};

function sayKind({ kind, events, issues }: PreviewedKind): string {
  if (kind === 'ignored') return `${events} ignored`;
  if (kind === 'renamed') return `${events} with a new title`;
  if (kind === 'moved') return `${events} in ${formatQuantity(issues, 'other issue')}`;
  return `${events} in ${formatQuantity(issues, 'new issue')}`;
}

function Kind({ of }: { readonly of: PreviewedKind }): ReactNode {
  const { kind, lines, linesLeftOut } = of;
  return (
    <div>
      <h3 className="pb-1 font-normal text-faint">{TITLES[kind]}</h3>
      <ul>
        {lines.map((line) => (
          <Line key={`${line.href} ${line.to?.href}`} line={line} />
        ))}
      </ul>
      {linesLeftOut > 0 && (
        <p className="text-quiet">{`${formatQuantity(linesLeftOut, 'more line')} not listed.`}</p>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: PreviewLine }): ReactNode {
  const { shortId, title, href, events, to, begins } = line;
  return (
    <li className="border-t border-rule py-1.5 wrap-anywhere first:border-t-0">
      <Link href={href}>{`${shortId} ${title}`}</Link>
      {events > 1 && <span className="text-quiet">{` × ${events}`}</span>}
      {begins !== undefined && <span className="text-quiet">{` → new issue ${begins}`}</span>}
      {to && (
        <>
          {' → '}
          <Link href={to.href}>{to.shortId}</Link>
        </>
      )}
    </li>
  );
}
