import type { AlertKind } from './alert-kind.ts';
import type { AlertThreshold } from './alert-rule.ts';

const ofThreshold = (
  kind: 'events' | 'users',
): AlertKind<AlertThreshold & { kind: typeof kind }> => {
  const toQuantity = (count: number, shown: string): string =>
    `${shown} ${count === 1 ? kind.slice(0, -1) : kind}`;
  return {
    rank: 2,
    choice: 'ofProjects',
    words: ({ count, minutes, of }) =>
      `${toQuantity(count, String(count))} in ${toMinutes(minutes)}${of === 'project' ? ' in the project' : ''}`,
    trigger(rule) {
      const threshold = rule[kind];
      if (!threshold) return undefined;
      const { count, minutes, of } = threshold;
      const who = of === 'project' ? 'the project' : 'an issue';
      const many = toQuantity(count, count.toLocaleString('en-US'));
      return { of, words: `${who} has ${many} in ${toMinutes(minutes)}` };
    },
  };
};

export const eventsKind = /* @__PURE__ */ ofThreshold('events');
export const usersKind = /* @__PURE__ */ ofThreshold('users');

function toMinutes(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
