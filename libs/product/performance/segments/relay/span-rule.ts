import { compileLeftOut } from '#events';
import type { Job, SpanSettings } from '#shared';
import { projectRule, type ProjectSettings } from '#product/recording/reports/relay';
import { spanSettings } from '../store/span-settings.ts';

interface SpanRules extends Pick<SpanSettings, 'taken'> {
  /** True for the name of a segment that does not count. */
  readonly isLeftOut: (name: string) => boolean;
}

declare module '#product/recording/reports/relay' {
  interface EventRules {
    readonly spans?: SpanRules;
  }
}

export const spanRule = projectRule(spanSettings, ({ taken, leftOut }) => ({
  spans: { taken, isLeftOut: compileLeftOut(leftOut) },
}));

export interface UnwantedSpanJobParts {
  readonly settings: ProjectSettings;
  readonly unwantedSpans: { note(projects: ReadonlySet<number>): void };
}

/** Tells the relay's intake which projects take no spans, so that it tells their SDKs. */
export function unwantedSpanJobs({
  settings,
  unwantedSpans,
}: UnwantedSpanJobParts): readonly Job[] {
  return [
    {
      name: 'unwanted-spans',
      everyMs: 1000,
      run: async () => {
        const all = await settings.list(spanSettings);
        const off = [...all].filter(([, { taken }]) => taken === 'off');
        unwantedSpans.note(new Set(off.map(([id]) => id)));
      },
    },
  ];
}
