import type { ReactNode } from 'react';
import { Section } from '../../../../ui/section.tsx';

const EXAMPLES = [
  [
    'type:TimeoutError -> fingerprint="timeouts of {{ transaction }}"',
    'One issue for each transaction that times out.',
  ],
  ['path:**/vendor/** -> -app', 'Frames in a vendor folder belong to a library.'],
  [
    'message:"card declined" -> title="Declined: {{ tags.bank }}" fingerprint=["declined", "{{ tags.bank }}"]',
    'One issue for each bank, with the bank in its title.',
  ],
  ['environment:staging level:[info, debug] -> ignore', 'Not stored, and counted as filtered.'],
] as const;

const LOOKS_FOR = [
  [
    'type: message: level: logger: release: environment: platform: transaction: url: place: has: tags.name: and words',
    'work as in search. ! negates, [a, b] is a list, * matches anything; in quotes it is a plain star.',
  ],
  [
    'path: function: module: package:',
    'must all match the same frame. In a path, * stays within one folder, and ** crosses folders. A rule with only negated terms, such as !path:, applies when no frame matches them.',
  ],
] as const;

const DOES = [
  [
    'fingerprint="…" or fingerprint=["…", "…"]',
    'groups the event by these texts. "{{ default }}" stands for its normal grouping.',
  ],
  ['title="…"', 'replaces the type in the title.'],
  ['+app -app', 'mark the frames that match as the application’s own, or as a library’s.'],
  ['ignore', 'leaves the event out.'],
] as const;

const VARIABLES =
  '{{ type }} {{ value }} {{ message }} {{ transaction }} {{ function }} {{ module }} {{ package }} {{ abs_path }} {{ level }} {{ logger }} {{ release }} {{ environment }} {{ tags.name }}';

export function RulesHelp(): ReactNode {
  return (
    <Section id="language" title="What rules can say">
      <div className="grid max-w-prose gap-4 text-sm">
        <Terms title="For example" terms={EXAMPLES} />
        <Terms title="A rule looks for" terms={LOOKS_FOR} />
        <Terms title="and does" terms={DOES} />
        <Terms title="Variables of fingerprints and titles" terms={[[VARIABLES, '']]} />
      </div>
    </Section>
  );
}

function Terms({
  title,
  terms,
}: {
  readonly title: string;
  readonly terms: readonly (readonly [string, string])[];
}): ReactNode {
  return (
    <div>
      <h3 className="pb-1 font-normal text-faint">{title}</h3>
      <dl className="grid gap-2">
        {terms.map(([term, text]) => (
          <div key={term}>
            <dt className="font-mono text-xs wrap-anywhere">{term}</dt>
            {text !== '' && <dd className="text-quiet">{text}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
